import { createHash } from "node:crypto";
import type { Step } from "./calls.ts";
import type { DiskModel } from "./disk-model.ts";

/** Somebody is told, by a message with all these words in it, that files with these digests are there. */
export type Claim = {
  readonly says: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
};

/**
 * Goes through a recording and cuts the power at the first message of each claim, right as it begins to be sent.
 * @returns what was claimed and would then be lost; a claim nobody made
 */
export function judge(disk: DiskModel, steps: Iterable<Step>, claims: readonly Claim[]): string[] {
  const open = new Set(claims);
  const found: string[] = [];
  for (const step of steps) {
    if (step.at === "begin") disk.begin(step.id, step.call);
    else if (step.at === "end") disk.end(step.id, step.call);
    else
      for (const claim of open)
        if (claim.says.every((word) => step.bytes.includes(word))) {
          open.delete(claim);
          found.push(...lossesOf(disk, claim));
        }
  }
  return [...found, ...[...open].map(({ says }) => `nobody said ${says.join(" and ")}`)];
}

function lossesOf(disk: DiskModel, { says, files }: Claim): string[] {
  return files.flatMap(({ path, sha256 }) => {
    const left = disk.survivor(path);
    if (!Buffer.isBuffer(left)) return [`${path}, at ${says.join(" and ")}: ${left.lost}`];
    const digest = createHash("sha256").update(left).digest("hex");
    return digest === sha256 ? [] : [`${path}, at ${says.join(" and ")}: it has other bytes, ${digest}`];
  });
}
