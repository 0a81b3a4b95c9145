const BLOCK_BYTES = 512;
const [SIZE_AT, SIZE_END, TYPE_AT] = [124, 136, 156];
const [SPACE, LINE_END, EQUALS] = [0x20, 0x0a, 0x3d];
const LONGEST_NUMBER = 20;
/** A header for the entry after it, and one for all after it. */
const PAX = ["x", "g"];

/**
 * Whether the blocks between the previous entry and an entry's own header are intact. The library silently ignores
 * damaged pax records, which changes the entry's name or size; and it skips empty blocks, which end a tar, so an entry
 * whose header is zeros would be lost. Source: POSIX.1-2024 pax, "ustar Interchange Format" and "pax Extended Header".
 */
export function isWholeBetween(blocks: Buffer): boolean {
  for (let at = 0; at + BLOCK_BYTES <= blocks.length; ) {
    if (blocks.subarray(at, at + BLOCK_BYTES).every((byte) => byte === 0)) return false;
    const type = String.fromCharCode(blocks[at + TYPE_AT] ?? 0);
    const size = Number.parseInt(blocks.toString("latin1", at + SIZE_AT, at + SIZE_END).trim(), 8) || 0;
    const data = blocks.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size);
    if (PAX.includes(type) && !areRecords(data)) return false;
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return true;
}

/** `"%d %s=%s\n"`, one after the other, each as long as it says. */
function areRecords(data: Buffer): boolean {
  for (let at = 0; at < data.length; ) {
    const space = data.subarray(at, at + LONGEST_NUMBER).indexOf(SPACE);
    const digits = data.toString("latin1", at, at + Math.max(0, space));
    const end = at + Number(digits);
    if (!/^\d+$/.test(digits) || end > data.length || data[end - 1] !== LINE_END) return false;
    if (!data.subarray(at + space, end).includes(EQUALS)) return false;
    at = end;
  }
  return true;
}
