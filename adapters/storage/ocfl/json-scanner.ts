/** The value of an empty object, which is a leaf itself. */
export const EMPTY_OBJECT: unique symbol = Symbol("{}");

export type Scalar = string | number | boolean | null;
export type LeafValue = Scalar | readonly Scalar[] | typeof EMPTY_OBJECT;

/** One value of a JSON document with the keys that lead to it: `{"a":{"b":1}}` is the leaf `["a","b"] = 1`. An array of scalars is one leaf. */
export type Leaf = { readonly path: readonly string[]; readonly value: LeafValue };

type Expected =
  | "document"
  | "first-key"
  | "key"
  | "colon"
  | "value"
  | "comma"
  | "first-item"
  | "item"
  | "item-comma"
  | "nothing";

const SPACE = /[ \t\r\n]*/y;
const LITERAL = /[-+.0-9A-Za-z]+/y;

/**
 * Takes a JSON document in pieces of any size and gives its leaves in document order, so that an inventory of 360,000
 * files is never in memory as a whole. Stricter than JSON: the document is an object, arrays hold scalars only.
 * Errors: SyntaxError naming the offset in characters. Source: RFC 8259.
 */
export class JsonScanner {
  #text = "";
  #at = 0;
  #passed = 0;
  #expected: Expected = "document";
  readonly #path: string[] = [];
  readonly #sizes: number[] = [];
  #items: Scalar[] = [];
  #leaves: Leaf[] = [];

  /** The leaves that this piece completes. */
  push(piece: string): readonly Leaf[] {
    this.#passed += this.#at;
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#leaves = [];
    while (this.#step(false));
    return this.#leaves;
  }

  /** The leaves that only the end of the document completes. Errors: SyntaxError when the document ends too early. */
  end(): readonly Leaf[] {
    this.#leaves = [];
    while (this.#step(true));
    if (this.#expected !== "nothing") this.#fail("the document ends too early");
    return this.#leaves;
  }

  /** Takes one token; false when the rest of the text holds no whole token. */
  #step(isEnd: boolean): boolean {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
    const sign = this.#text[this.#at];
    if (sign === undefined) return false;
    if (sign === '"') return this.#string();
    if ("{}[],:".includes(sign)) {
      this.#at += 1;
      this.#punctuation(sign);
      return true;
    }
    return this.#literal(isEnd);
  }

  #string(): boolean {
    const end = closingQuote(this.#text, this.#at + 1);
    if (end === -1) return false;
    const source = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    const value: unknown = JSON.parse(source);
    if (typeof value !== "string") this.#fail("a text was expected");
    if (this.#expected === "first-key" || this.#expected === "key") {
      this.#path.push(value);
      this.#expected = "colon";
    } else this.#scalar(value);
    return true;
  }

  #literal(isEnd: boolean): boolean {
    LITERAL.lastIndex = this.#at;
    if (!LITERAL.test(this.#text)) this.#fail("an unknown character");
    if (LITERAL.lastIndex === this.#text.length && !isEnd) return false;
    const source = this.#text.slice(this.#at, LITERAL.lastIndex);
    this.#at = LITERAL.lastIndex;
    const value: unknown = JSON.parse(source);
    if (value !== null && typeof value !== "number" && typeof value !== "boolean")
      this.#fail("an unknown word");
    this.#scalar(value);
    return true;
  }

  #punctuation(sign: string): void {
    switch (`${sign} ${this.#expected}`) {
      case "{ document":
      case "{ value":
        this.#open();
        break;
      case "} first-key":
      case "} comma":
        this.#close();
        break;
      case "[ value":
        this.#items = [];
        this.#expected = "first-item";
        break;
      case "] first-item":
      case "] item-comma":
        this.#leaf(this.#items);
        break;
      case ", comma":
        this.#expected = "key";
        break;
      case ", item-comma":
        this.#expected = "item";
        break;
      case ": colon":
        this.#expected = "value";
        break;
      default:
        this.#fail(`an unexpected ${sign}`);
    }
  }

  #open(): void {
    this.#sizes.push(0);
    this.#expected = "first-key";
  }

  #close(): void {
    const isEmpty = this.#sizes.pop() === 0;
    if (this.#sizes.length === 0) {
      this.#expected = "nothing";
      if (isEmpty) this.#leaves.push({ path: [], value: EMPTY_OBJECT });
    } else if (isEmpty) this.#leaf(EMPTY_OBJECT);
    else this.#leave();
  }

  #scalar(value: Scalar): void {
    if (this.#expected === "first-item" || this.#expected === "item") {
      this.#items.push(value);
      this.#expected = "item-comma";
    } else if (this.#expected === "value") this.#leaf(value);
    else this.#fail("a value where none may be");
  }

  #leaf(value: LeafValue): void {
    this.#leaves.push({ path: this.#path.slice(), value });
    this.#leave();
  }

  #leave(): void {
    this.#path.pop();
    this.#sizes.push((this.#sizes.pop() ?? 0) + 1);
    this.#expected = "comma";
  }

  #fail(what: string): never {
    throw new SyntaxError(`Not the expected JSON: ${what} at character ${this.#passed + this.#at}`);
  }
}

/** Where the string that is open at `from` ends, or -1. A quote after an odd number of backslashes does not end it. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
