import { Reader } from "protobufjs/minimal.js";
import type { Arrival } from "./service.ts";

/** The batches of a BatchList by their ids; undefined when it is none. Signatures are not checked. */
export function decodeBatchList(body: Uint8Array): readonly Arrival[] | undefined {
  try {
    return messagesOf(body, 1).map((batch) => ({
      id: signatureOf(batch),
      transactionIds: messagesOf(batch, 3).map(signatureOf),
    }));
  } catch {
    return undefined; // whatever is wrong with it, a ledger calls it undecodable
  }
}

function messagesOf(message: Uint8Array, field: number): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  const reader = new Reader(message);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === ((field << 3) | 2)) found.push(reader.bytes());
    else reader.skipType(tag & 7);
  }
  return found;
}

function signatureOf(message: Uint8Array): string {
  return Buffer.from(messagesOf(message, 2).at(-1) ?? []).toString("utf8");
}
