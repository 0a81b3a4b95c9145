import { SourceFault } from "./fault.ts";
import { FINDINGS } from "./verdicts.ts";

/** Longest head searched for its end; a longer one is passed on unchanged, and refused by its reader. */
const MOST_BYTES = 262_144;
const HEAD_END = /\r?\n\r?\n/;
const LONGEST_END = 4;
const FIELD = /^([^:\s]+)[ \t]*:(.*)$/;
/** An interim answer; 101 is the last head there is. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/;

/**
 * Corrects the head of an HTTP/1 answer as it arrives, where its meaning is plain and curl accepts it too: line ends of
 * LF alone, white space before a colon, folded lines, equal lengths sent twice, a length beside chunks (the chunks
 * count). What follows is passed on unchanged. Only for a connection that serves one request: nothing may be read after
 * the answer.
 * Source: RFC 9112 sections 2.2, 5.1, 5.2 and 6.3.
 */
export class HeadMender {
  readonly #held = new Held();
  #isPast = false;

  /** What can be passed on of the bytes so far. @throws SourceFault when the head contradicts itself */
  push(chunk: Buffer): Buffer {
    if (this.#isPast) return chunk;
    this.#held.add(chunk);
    let out = "";
    for (let head = this.#held.takeHead(); head !== undefined; head = this.#held.takeHead()) {
      out += mendHead(head);
      this.#isPast = !INTERIM.test(head);
      if (this.#isPast) break;
    }
    if (this.#held.length > MOST_BYTES) this.#isPast = true;
    const begin = Buffer.from(out, "latin1");
    return this.#isPast ? Buffer.concat([begin, this.#held.takeAll()]) : begin;
  }

  /** What was held back, once nothing more arrives. */
  end(): Buffer {
    return this.#held.takeAll();
  }
}

/** The bytes of an incomplete head. If a source sends one byte at a time, they are not read or copied anew for each. */
class Held {
  #room = Buffer.alloc(0);
  #length = 0;
  #searched = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#room.length) {
      const room = Buffer.alloc(Math.max(length, 2 * this.#room.length));
      this.#room.copy(room, 0, 0, this.#length);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#length);
    this.#length = length;
  }

  /** Takes the head without its blank line; undefined until that has arrived. */
  takeHead(): string | undefined {
    const from = Math.max(0, this.#searched - LONGEST_END);
    const end = HEAD_END.exec(this.#room.toString("latin1", from, this.#length));
    this.#searched = this.#length;
    if (!end) return undefined;
    const head = this.#room.toString("latin1", 0, from + end.index);
    this.#keep(from + end.index + end[0].length);
    return head;
  }

  takeAll(): Buffer {
    const all = Buffer.from(this.#room.subarray(0, this.#length));
    this.#keep(this.#length);
    return all;
  }

  #keep(from: number): void {
    this.#room = Buffer.from(this.#room.subarray(from, this.#length));
    this.#length = this.#room.length;
    this.#searched = 0;
  }
}

type Field = { readonly name: string; readonly value: string };

/** A head with its blank line, in standard form. */
function mendHead(head: string): string {
  const [status = "", ...lines] = unfold(head.split(/\r?\n/));
  const fields = lines.map(fieldOf);
  const isChunked = valuesOf(fields, "transfer-encoding").includes("chunked");
  const lengths = new Set(valuesOf(fields, "content-length"));
  if (!isChunked && lengths.size > 1)
    throw new SourceFault(FINDINGS.unclear, "its answer names two different lengths");
  const kept = fields.filter(({ name }) => !isLength(name));
  const [length] = isChunked ? [] : lengths;
  const all = length === undefined ? kept : [...kept, { name: "content-length", value: ` ${length}` }];
  return `${[status, ...all.map(({ name, value }) => (name === "" ? value : `${name}:${value}`))].join("\r\n")}\r\n\r\n`;
}

function unfold(lines: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.length - 1;
    if (/^[ \t]/.test(line) && last > 0) whole[last] += ` ${line.trim()}`;
    else whole.push(line);
  }
  return whole;
}

/** A line that is not a field has no name, and is left to the reader. */
function fieldOf(line: string): Field {
  const [, name = "", value = line] = FIELD.exec(line) ?? [];
  return { name, value };
}

function isLength(name: string): boolean {
  return name.toLowerCase() === "content-length";
}

function valuesOf(fields: readonly Field[], wanted: string): readonly string[] {
  return fields
    .filter(({ name }) => name.toLowerCase() === wanted)
    .flatMap(({ value }) => value.split(","))
    .map((value) => value.trim().toLowerCase());
}
