/**
 * An element of an XML document. `name`: as written, with its prefix; `namespace`: what the prefix stands for, undefined
 * where nothing says; `attributes`: by their names as written; `text`: its own and that of all elements in it, in document
 * order, entities decoded. Source: Namespaces in XML 1.0 (third edition) section 6.
 */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly children: readonly XmlElement[];
};

/**
 * Reads a document from a stranger; `file` is named in errors. Nothing outside the text is ever read and no entity is
 * expanded but the five of XML and numeric ones. Errors: `metadata_invalid` with the line, from 1.
 */
export type XmlReader = (text: string, file: string) => XmlElement;

/** The name without its prefix. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Elements reached by going down through children of these local names, in document order. */
export function descend(from: XmlElement, path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (level, step) => level.flatMap(({ children }) => children.filter((child) => localName(child) === step)),
    [from],
  );
}
