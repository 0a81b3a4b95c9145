import { isUtf8 } from "node:buffer";
import { Reader } from "protobufjs/minimal.js";

/** Bytes that are not a valid message. `message`: the reason, as a clause. */
export class WireFault extends Error {}

/** One field of a message. `bytes` undefined: a number, of any width. */
export type WireField = { readonly number: number; readonly bytes: Uint8Array | undefined };

/**
 * Goes through the fields of a protobuf message without copying. Groups are refused, as proto3 has none; nothing here
 * recurses, so no depth of nesting costs anything.
 * @throws WireFault where the bytes are no message
 * Source: Protocol Buffers, "Encoding".
 */
export function* readFields(message: Uint8Array): Generator<WireField, void, undefined> {
  const reader = new Reader(message);
  while (reader.pos < reader.len) yield readField(reader);
}

function readField(reader: Reader): WireField {
  try {
    const tag = reader.tag();
    const number = tag >>> 3;
    if (number === 0) throw new WireFault("a field has the number 0");
    switch (tag & 7) {
      case 2:
        return { number, bytes: reader.bytes() };
      case 0:
        skipNumber(reader);
        return { number, bytes: undefined };
      case 1:
        reader.skip(8);
        return { number, bytes: undefined };
      case 5:
        reader.skip(4);
        return { number, bytes: undefined };
      default:
        throw new WireFault(`field ${number} has a wire type proto3 does not use`);
    }
  } catch (error) {
    if (error instanceof WireFault) throw error;
    throw new WireFault("it ends in the middle of a field, or a length is wrong", { cause: error });
  }
}

const LONGEST_NUMBER = 10;

function skipNumber(reader: Reader): void {
  const start = reader.pos;
  reader.skip();
  if (reader.pos - start > LONGEST_NUMBER) throw new WireFault("a number is longer than 10 bytes");
}

/** The bytes of a field that must have some. */
export function bytesOf({ number, bytes }: WireField): Uint8Array {
  if (bytes === undefined) throw new WireFault(`field ${number} is a number and should be bytes`);
  return bytes;
}

/** The text of a field. */
export function textOf(field: WireField): string {
  const bytes = bytesOf(field);
  if (!isUtf8(bytes)) throw new WireFault(`field ${field.number} is not UTF-8`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
