import { DC_ELEMENTS, type DublinCore } from "./dublin-core.ts";
import type { ObjectFacts } from "./facts.ts";
import { xmlText } from "./xml-text.ts";

/**
 * The text of mrt-dc.xml. Creator, title and date are who, what and when where Dublin Core gives none; the identifiers are
 * the ARK, the local ids, then what Dublin Core gives. An element nobody gave a value is left out.
 * Source: docs/reference/storage.md, "Dublin Core".
 */
export function dublinCoreFile(facts: ObjectFacts): string {
  const given: DublinCore = {
    creator: present(facts.who),
    title: present(facts.what),
    date: present(facts.when),
    ...facts.dublinCore,
    identifier: [...new Set([facts.ark, ...facts.localIds, ...(facts.dublinCore.identifier ?? [])])],
  };
  const lines = DC_ELEMENTS.flatMap((element) =>
    (given[element] ?? []).map((value) => `  <dc:${element}>${xmlText(value)}</dc:${element}>\n`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<DublinCore xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:dc="http://purl.org/dc/elements/1.1/">\n${lines.join("")}</DublinCore>\n`;
}

function present(value: string | undefined): readonly string[] {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? [] : [trimmed];
}
