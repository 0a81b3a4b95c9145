import { createHash } from "node:crypto";
import { type Item, itemText } from "../../core/sequencer/epoch.ts";

/** In lower-case hexadecimal. */
export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The hashes of an epoch's items, in their order. */
export function hashesOf(items: readonly Item[]): readonly string[] {
  return items.map((item) => sha256(itemText(item)));
}
