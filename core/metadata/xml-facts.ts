import type { Citation } from "./citation.ts";
import { clean, isGiven, joined } from "./clean.ts";
import { DC_ELEMENTS, type DublinCore, readDcField } from "./dublin-core.ts";
import { descend, localName, type XmlElement } from "./xml-element.ts";

/** The fifteen elements among the root's children, with the prefix `dc` or none; others are passed over. Source: docs/reference/metadata.md, "mrt-dc.xml". */
export function readDublinCore(root: XmlElement): DublinCore {
  return Object.fromEntries(
    DC_ELEMENTS.map((element) => {
      const found = root.children.filter(({ name }) => name === element || name === `dc:${element}`);
      const values = found.flatMap(({ text }) => readDcField(element, text)).map(clean);
      return [element, [...new Set(values.filter(isGiven))]] as const;
    }).filter(([, values]) => values.length > 0),
  );
}

/** Creators, titles and year of a DataCite record, whatever its schema version. Source: docs/reference/metadata.md, "mrt-datacite.xml". */
export function readDataCite(root: XmlElement): Citation {
  if (localName(root) !== "resource") return {};
  return {
    who: textsOf(root, ["creators", "creator", "creatorName"]),
    what: textsOf(root, ["titles", "title"]),
    when: textsOf(root, ["publicationYear"]),
  };
}

const EML_RESOURCES = ["dataset", "citation", "software", "protocol"] as const;

/** Title, creators and pubDate of the first resource of an EML record. Source: docs/reference/metadata.md, "mrt-eml.xml". */
export function readEml(root: XmlElement): Citation {
  const resource = EML_RESOURCES.flatMap((name) => descend(root, [name]))[0];
  if (!resource) return {};
  return {
    who: joined(descend(resource, ["creator"]).map(emlParty)),
    what: textsOf(resource, ["title"]),
    when: textsOf(resource, ["pubDate"]),
  };
}

/** A person as `surname, given names`, else an organisation, else a position. */
function emlParty(party: XmlElement): string {
  const [person] = descend(party, ["individualName"]);
  const given = person && descend(person, ["givenName"]).map(({ text }) => clean(text));
  const surname = person && textsOf(person, ["surName"]);
  if (surname !== undefined) return [surname, given?.join(" ") ?? ""].filter(isGiven).join(", ");
  return textsOf(party, ["organizationName"]) ?? textsOf(party, ["positionName"]) ?? "";
}

function textsOf(from: XmlElement, path: readonly string[]): string | undefined {
  return joined(descend(from, path).map(({ text }) => text));
}
