/** The fifteen elements in the order they are written. Source: Dublin Core Metadata Element Set 1.1. */
export const DC_ELEMENTS = [
  "contributor",
  "coverage",
  "creator",
  "date",
  "description",
  "format",
  "identifier",
  "language",
  "publisher",
  "relation",
  "rights",
  "source",
  "subject",
  "title",
  "type",
] as const;
export type DcElement = (typeof DC_ELEMENTS)[number];

/** Values of each element, in their order. */
export type DublinCore = { readonly [element in DcElement]?: readonly string[] };

/** Elements whose text may hold several values parted by semicolons. Source: docs/reference/storage.md, "Dublin Core". */
const SPLIT: ReadonlySet<DcElement> = new Set(["creator", "identifier", "relation", "subject"]);

/** The values in a form field or manifest column of an element. */
export function readDcField(element: DcElement, text: string): readonly string[] {
  const values = SPLIT.has(element) ? text.split(";") : [text];
  return values.map((value) => value.trim()).filter((value) => value !== "");
}
