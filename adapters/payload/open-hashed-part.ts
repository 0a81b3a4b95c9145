import type { LargeFiles } from "../bytes/large-files.ts";
import { hashFile } from "../digest/hash-file.ts";
import { openHash } from "../digest/hash-stream.ts";
import type { HashedPart, HashedPartRules } from "./hashed-part.ts";
import { openLargePart } from "./large-part.ts";
import { openPart, partPath } from "./part-file.ts";

/**
 * Opens the part file of `to` as `openPart` does, hashing first what it already has. A large file is written on a thread,
 * one of unknown size as soon as it is large.
 */
export async function openHashedPart(
  to: string,
  fromByte: number,
  rules: HashedPartRules,
): Promise<HashedPart> {
  const { large, total } = rules;
  if (!large) return openPlain(to, fromByte, rules);
  const goOn = (from: number) => openLargePart(to, from, { ...rules, large, isOurs: fromByte === 0 });
  if (fromByte > 0 || (total ?? 0) >= large.fromBytes) return goOn(fromByte);
  const plain = await openPlain(to, 0, rules);
  return total === undefined ? growing(plain, large, goOn) : plain;
}

async function openPlain(to: string, fromByte: number, rules: HashedPartRules): Promise<HashedPart> {
  const hash = await openHash(rules.algorithm);
  if (fromByte > 0) await hashFile(partPath(to), hash, rules.signal);
  const part = await openPart(to, fromByte, rules);
  return {
    get sizeBytes() {
      return hash.sizeBytes;
    },
    write(chunk) {
      hash.update(chunk);
      return part.write(chunk);
    },
    digests: async () => hash.finish(),
    close: part.close,
    finish: part.finish,
  };
}

/** Begins plainly; what comes after the first bytes of a large file is written on a thread. */
function growing(
  plain: HashedPart,
  { fromBytes }: LargeFiles,
  goOn: (from: number) => Promise<HashedPart>,
): HashedPart {
  let part = plain;
  const grow = async (behind: Promise<void> | undefined) => {
    await behind;
    await plain.close();
    part = await goOn(plain.sizeBytes);
  };
  return {
    get sizeBytes() {
      return part.sizeBytes;
    },
    write(chunk) {
      const behind = part.write(chunk);
      return part === plain && part.sizeBytes >= fromBytes ? grow(behind) : behind;
    },
    digests: () => part.digests(),
    close: () => part.close(),
    finish: (to) => part.finish(to),
  };
}
