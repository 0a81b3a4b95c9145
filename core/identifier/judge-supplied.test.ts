import { describe, expect, it } from "vitest";
import { refuseSupplied, type SuppliedEvidence } from "./judge-supplied.ts";

const ARK = "ark:/99999/fk4abc";
const NOTHING: SuppliedEvidence = { storedFor: null, mintedFor: null, shoulder: null };
const BELOW = { shoulder: "ark:/99999/fk4" };

describe("refuseSupplied, for a deposit into maps", () => {
  it.each<readonly [string, Partial<SuppliedEvidence>, RegExp | undefined]>([
    ["nothing is known of it", {}, undefined],
    ["maps has stored it", { storedFor: "maps" }, undefined],
    ["it was minted for maps", { mintedFor: "maps" }, undefined],
    ["maps has stored it below a local shoulder", { storedFor: "maps", ...BELOW }, undefined],
    ["it was minted for maps below a local shoulder", { mintedFor: "maps", ...BELOW }, undefined],
    ["prints has stored it", { storedFor: "prints" }, /belongs to another collection/],
    ["it was minted for prints", { mintedFor: "prints" }, /belongs to another collection/],
    ["prints has stored what was minted for maps", { storedFor: "prints", mintedFor: "maps" }, /another/],
    ["it lies below a local shoulder, and nothing is known of it", BELOW, /below ark:\/99999\/fk4, where/],
  ])("%s", (_, evidence, refusal) => {
    const answer = refuseSupplied(ARK, "maps", { ...NOTHING, ...evidence });
    if (refusal) expect(answer).toMatch(refusal);
    else expect(answer).toBeUndefined();
  });

  it("does not tell whether a name of Waybill's was given to somebody or to nobody yet", () => {
    const answers = [BELOW, { mintedFor: "prints", ...BELOW }, { storedFor: "prints", ...BELOW }].map(
      (evidence) => refuseSupplied(ARK, "maps", { ...NOTHING, ...evidence }),
    );
    expect(new Set(answers).size).toBe(1);
  });
});
