import type { Dice } from "../chaos/dice.ts";

const MOST_CHANGES = 4;
const LONGEST = 24;

type Change = (bytes: Buffer, dice: Dice) => Buffer;

const place = (bytes: Buffer, dice: Dice) => dice.between(0, Math.max(0, bytes.length - 1));
const some = (dice: Dice) =>
  Buffer.from(Array.from({ length: dice.between(1, LONGEST) }, () => dice.between(0, 255)));
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);

/** What happens to files on their way, and what somebody does to them who wants to be let through. */
const CHANGES: readonly Change[] = [
  // a bit that flips
  (bytes, dice) => {
    const at = place(bytes, dice);
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 << dice.between(0, 7));
    return changed;
  },
  // a byte that is another
  (bytes, dice) => {
    const changed = Buffer.from(bytes);
    changed[place(bytes, dice)] = dice.pick([0, 1, 0x0a, 0x0d, 0x20, 0x2e, 0x2f, 0x7c, 0x7f, 0x80, 0xff]);
    return changed;
  },
  // bytes that are lost, put in, twice, or nothing any more
  (bytes, dice) => {
    const at = place(bytes, dice);
    return join(bytes.subarray(0, at), bytes.subarray(at + dice.between(1, LONGEST)));
  },
  (bytes, dice) => {
    const at = place(bytes, dice);
    return join(bytes.subarray(0, at), some(dice), bytes.subarray(at));
  },
  (bytes, dice) => {
    const at = place(bytes, dice);
    const twice = bytes.subarray(at, at + dice.between(1, 600));
    return join(bytes.subarray(0, at), twice, bytes.subarray(at));
  },
  (bytes, dice) => {
    const at = place(bytes, dice);
    const changed = Buffer.from(bytes);
    return changed.fill(0, at, Math.min(changed.length, at + dice.between(1, 600)));
  },
  // two parts in each other's place
  (bytes, dice) => {
    const [from, length] = [place(bytes, dice), dice.between(1, 512)];
    const to = Math.min(bytes.length, from + length);
    const end = Math.min(bytes.length, to + length);
    return join(
      bytes.subarray(0, from),
      bytes.subarray(to, end),
      bytes.subarray(from, to),
      bytes.subarray(end),
    );
  },
  // cut short, or something behind
  (bytes, dice) => bytes.subarray(0, place(bytes, dice)),
  (bytes, dice) => join(bytes, some(dice)),
];

/** One to four changes of some bytes, the same for the same dice. */
export function mutate(bytes: Buffer, dice: Dice): Buffer {
  let changed = bytes;
  for (let count = dice.between(1, MOST_CHANGES); count > 0; count -= 1)
    changed = dice.pick(CHANGES)(changed, dice);
  return changed;
}
