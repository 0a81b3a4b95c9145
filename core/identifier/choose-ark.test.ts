import { describe, expect, it } from "vitest";
import { type ArkChoice, type ArkEvidence, chooseArk } from "./choose-ark.ts";

const A = "ark:/99999/fk4a";
const B = "ark:/99999/fk4b";
const x = { localId: "x", ark: A };
const y = { localId: "y", ark: B };

describe("chooseArk", () => {
  it.each<readonly [string, ArkEvidence, ArkChoice]>([
    ["nothing known", { mappedByLocalId: [] }, { kind: "mint" }],
    ["minted by an earlier try", { minted: A, mappedByLocalId: [] }, { kind: "minted", ark: A }],
    [
      "minted by an earlier try, which also put the mapping down",
      { minted: A, mappedByLocalId: [x] },
      { kind: "minted", ark: A },
    ],
    [
      "minted, but another job was first with the local id",
      { minted: B, mappedByLocalId: [x] },
      { kind: "existing", ark: A, localId: "x" },
    ],
    ["supplied", { supplied: A, mappedByLocalId: [] }, { kind: "supplied", ark: A }],
    ["supplied and mapped alike", { supplied: A, mappedByLocalId: [x] }, { kind: "supplied", ark: A }],
    [
      "supplied although something was minted",
      { supplied: A, minted: B, mappedByLocalId: [] },
      { kind: "supplied", ark: A },
    ],
    ["mapped", { mappedByLocalId: [x] }, { kind: "existing", ark: A, localId: "x" }],
    [
      "two local ids of one object",
      { mappedByLocalId: [x, { localId: "z", ark: A }] },
      { kind: "existing", ark: A, localId: "x" },
    ],
  ])("%s", (_name, evidence, choice) => {
    expect(chooseArk(evidence)).toEqual(choice);
  });

  it.each<readonly [string, ArkEvidence, string]>([
    [
      "supplied differs from mapped",
      { supplied: B, mappedByLocalId: [x] },
      `The local id x belongs to ${A}, not to the supplied ${B}.`,
    ],
    [
      "local ids of two objects",
      { mappedByLocalId: [x, y] },
      `The local id x belongs to ${A}, but y to ${B}.`,
    ],
    [
      "local ids of two objects, one supplied",
      { supplied: A, mappedByLocalId: [x, y] },
      `The local id x belongs to ${A}, but y to ${B}.`,
    ],
  ])("is a conflict when %s", (_name, evidence, sentence) => {
    const choice = chooseArk(evidence);
    expect(choice).toEqual({
      kind: "conflict",
      message: `${sentence} Correct the local ids or the identifier and deposit again.`,
    });
  });
});
