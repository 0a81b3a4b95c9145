import type { Citation } from "./citation.ts";
import { clean, isGiven, joined } from "./clean.ts";
import { DC_ELEMENTS, type DublinCore, readDcField } from "./dublin-core.ts";
import { descend, localName, type XmlElement } from "./xml-element.ts";

/** The namespaces of the elements and of the terms, in the spellings people use. */
const DC_NAMESPACE = /^https?:\/\/purl\.org\/dc\/(?:elements\/1\.[01]|terms)\/?$/i;

/**
 * The fifteen elements, by their namespace (Dublin Core 1.1 or its terms) and not by their prefix, below the root or the
 * first element that has some; below the root also without a prefix. Source: docs/reference/metadata.md, "mrt-dc.xml".
 */
export function readDublinCore(root: XmlElement): DublinCore {
  const holder = [root, ...within(root)].find((one) =>
    one.children.some((child) => isDublinCore(child, one === root)),
  );
  const children = holder?.children.filter((child) => isDublinCore(child, holder === root)) ?? [];
  return Object.fromEntries(
    DC_ELEMENTS.map((element) => {
      const found = children.filter((child) => localName(child) === element);
      const values = found.flatMap(({ text }) => readDcField(element, text)).map(clean);
      return [element, [...new Set(values.filter(isGiven))]] as const;
    }).filter(([, values]) => values.length > 0),
  );
}

function isDublinCore(element: XmlElement, isBelowRoot: boolean): boolean {
  const { name, namespace } = element;
  if (!(DC_ELEMENTS as readonly string[]).includes(localName(element))) return false;
  if (namespace !== undefined && DC_NAMESPACE.test(namespace)) return true;
  const isLoose = !name.includes(":") || (name.startsWith("dc:") && namespace === undefined);
  return isBelowRoot && isLoose;
}

/** All elements in it, in document order. */
function* within(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child;
    yield* within(child);
  }
}

/** Creators, titles and year of a DataCite record, whatever its schema version. Source: docs/reference/metadata.md, "mrt-datacite.xml". */
export function readDataCite(root: XmlElement): Citation {
  if (localName(root) !== "resource") return {};
  return {
    who: textsOf(root, ["creators", "creator", "creatorName"]),
    what: joined(titlesOf(root).map(({ text }) => text)),
    when: textsOf(root, ["publicationYear"]),
  };
}

/** A translation or another title is not the title. Source: DataCite Metadata Schema 4.6, property 3. */
const OTHER_TITLES: ReadonlySet<string> = new Set(["translatedtitle", "alternativetitle", "other"]);

/** The titles and subtitles; where all are of another kind, the first. */
function titlesOf(root: XmlElement): readonly XmlElement[] {
  const titles = descend(root, ["titles", "title"]);
  const own = titles.filter(
    ({ attributes }) => !OTHER_TITLES.has((attributes.get("titleType") ?? "").toLowerCase()),
  );
  return own.length > 0 ? own : titles.slice(0, 1);
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
