import { anvl, known } from "./anvl.ts";
import type { ObjectFacts } from "./facts.ts";

/** The text of mrt-owner.txt: the owner alone, without a newline. Source: docs/reference/storage.md, "System files". */
export function ownerFile(facts: ObjectFacts): string {
  return known(facts.owner);
}

/** The text of mrt-membership.txt: one collection a line. Source: as `ownerFile`. */
export function membershipFile(facts: ObjectFacts): string {
  const collections = facts.collections.length === 0 ? [undefined] : facts.collections;
  return collections.map((collection) => `${known(collection)}\n`).join("");
}

/** The text of mrt-mom.txt: what kind of thing the object is. Source: as `ownerFile`. */
export function objectModelFile(facts: ObjectFacts): string {
  return anvl(
    [
      ["primaryIdentifier", facts.ark],
      ["type", facts.object.type],
      ["role", facts.object.role],
      ["aggregate", facts.object.aggregate],
      ["localIdentifier", facts.localIds.join("; ")],
    ],
    "\t",
  );
}

/** The text of mrt-erc.txt: who, what, when, and where twice, by ARK and by local ids. Source: as `ownerFile`; Kernel metadata and electronic resource citations (draft-kunze-ark section 5.3). */
export function ercFile(facts: ObjectFacts): string {
  const lines = anvl(
    [
      ["who", facts.who],
      ["what", facts.what],
      ["when", facts.when],
      ["where", facts.ark],
      ["where", facts.localIds.join("; ")],
    ],
    " ",
  );
  return `erc:\n${lines}`;
}
