const BLOCK = 512;

/**
 * A second reader of tars, for tests: ustar, with pax paths and GNU's long names.
 * @throws Error for anything it does not understand
 */
export function readTar(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let long: string | undefined;
  for (const { head, type, data } of entriesOf(tar)) {
    if (type === "x") long = paxPath(data) ?? long;
    else if (type === "L") long = text(data, 0, data.length);
    else if (type !== "g") {
      take(files, long ?? nameOf(head), type, data);
      long = undefined;
    }
  }
  return files;
}

type Entry = { readonly head: Buffer; readonly type: string; readonly data: Buffer };

function* entriesOf(tar: Buffer): Generator<Entry> {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const head = tar.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) return;
    checkSum(head);
    const size = octal(head, 124, 12);
    const data = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (data.length < size) throw new Error("cut short");
    yield { head, type: String.fromCharCode(head[156] ?? 0), data };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error("no end");
}

function take(files: Map<string, Buffer>, name: string, type: string, data: Buffer): void {
  const isOld = type === "\0";
  const isFolder = type === "5" || (isOld && name.endsWith("/"));
  if (isFolder) return;
  if (type !== "0" && !isOld) throw new Error(`kind ${type}`);
  if (files.has(name)) throw new Error("a name twice");
  files.set(name.replace(/^(?:\.\/)+/, ""), data);
}

function text(bytes: Buffer, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    end < 0 ? part : part.subarray(0, end),
  );
}

function octal(bytes: Buffer, from: number, length: number): number {
  const [digits = ""] =
    /^[0-7]*/.exec(bytes.toString("latin1", from, from + length).replace(/^[\0 ]+/, "")) ?? [];
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function checkSum(head: Buffer): void {
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (octal(head, 148, 8) !== sum) throw new Error("damaged");
}

function nameOf(head: Buffer): string {
  const prefix = head.toString("latin1", 257, 263) === "ustar\0" ? text(head, 345, 155) : "";
  const name = text(head, 0, 100);
  return prefix === "" ? name : `${prefix}/${name}`;
}

function paxPath(data: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const length = Number(data.toString("latin1", at, space));
    if (!(length > 0)) throw new Error("no pax record");
    const record = new TextDecoder("utf-8", { fatal: true }).decode(
      data.subarray(space + 1, at + length - 1),
    );
    if (record.startsWith("path=")) path = record.slice("path=".length);
    at += length;
  }
  return path;
}
