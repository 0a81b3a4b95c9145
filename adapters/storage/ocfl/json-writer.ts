import { EMPTY_OBJECT, type Leaf } from "./json-scanner.ts";

/**
 * Turns leaves into the text of a JSON document, piece by piece; the counterpart of JsonScanner. Leaves of one object
 * must follow each other. Every leaf is on its own line, indented by two spaces a level.
 */
export class JsonWriter {
  readonly #open: string[] = [];
  #isFirst = true;
  #hasBegun = false;

  /** The text that this leaf adds. */
  add({ path, value }: Leaf): string {
    const parents = path.slice(0, -1);
    const key = path.at(-1);
    if (key === undefined) throw new TypeError("A leaf needs a key.");
    let text = this.#begin();
    const common = commonLength(this.#open, parents);
    while (this.#open.length > common) text += this.#close();
    for (const parent of parents.slice(common)) {
      text += `${this.#line()}${JSON.stringify(parent)}: {`;
      this.#open.push(parent);
      this.#isFirst = true;
    }
    text += `${this.#line()}${JSON.stringify(key)}: ${value === EMPTY_OBJECT ? "{}" : JSON.stringify(value)}`;
    this.#isFirst = false;
    return text;
  }

  /** The rest of the document. */
  end(): string {
    let text = this.#begin();
    while (this.#open.length > 0) text += this.#close();
    return `${text}\n}\n`;
  }

  #begin(): string {
    if (this.#hasBegun) return "";
    this.#hasBegun = true;
    return "{";
  }

  #close(): string {
    this.#open.pop();
    this.#isFirst = false;
    return `\n${"  ".repeat(this.#open.length + 1)}}`;
  }

  #line(): string {
    return `${this.#isFirst ? "" : ","}\n${"  ".repeat(this.#open.length + 1)}`;
  }
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
