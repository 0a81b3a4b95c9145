import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchQuery } from "../../core/contracts/requests.ts";
import { makeLaneScene, STANDINGS } from "../../tests/factories/lane-scene.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getBatch } from "./get.ts";
import { listBatches } from "./list.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const SILENT = "The ledger has been unreachable since 2026-01-31 14:32 UTC.";
const AT = new Date("2026-01-31T14:32:05Z");
const held = { heldAt: AT, heldBy: "Olga", heldReason: "the ledger moves" };
const halted = { haltedAt: AT, haltedReason: "The ledger refused a batch." };

/** A batch that its ledger has accepted, in a lane whose ledger does not answer. */
async function silentBatch(lane: object) {
  const scene = await makeLaneScene(test.ctx.db, { backend: "sawtooth", ledger: "main", ...lane });
  const id = await scene.add(...STANDINGS.pending);
  await test.ctx.db.lane.update({ where: { id: scene.laneId }, data: { silentSince: AT } });
  return { id, scene };
}

describe("a batch whose ledger does not answer", () => {
  it.each([
    ["goes", {}, "nobody", " Waybill keeps trying."],
    ["is held", held, "nobody", " Its lane is held: nothing is sent until it is released."],
    ["has halted", halted, "operator", " Its lane has halted: an operator has to resume it."],
    [
      "is held and has halted",
      { ...held, ...halted },
      "operator",
      " Its lane has halted: an operator has to resume it.",
    ],
  ] as const)("in a lane that %s", async (_, lane, who, follows) => {
    const { id, scene } = await silentBatch(lane);
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [scene.collection]));
    for (const ctx of [test.ctx, ada]) {
      const { waits, whereIsIt, whereIsItPieces } = await getBatch(ctx, id);
      expect(waits).toMatchObject({ code: "ledger_unreachable", who, reason: `${SILENT}${follows}` });
      expect(whereIsIt).toBe(`${SILENT}${follows}`);
      expect(whereIsItPieces).toEqual([
        "The ledger has been unreachable since ",
        { at: "2026-01-31T14:32:05.000Z", text: "2026-01-31 14:32 UTC" },
        `.${follows}`,
      ]);
    }
  });

  it("is in lists a person's where its lane has halted, and only there", async () => {
    const [stopped, other] = [await silentBatch(halted), await silentBatch({})];
    const { items } = await listBatches(test.ctx, BatchQuery.parse({}));
    const waitsOf = ({ id }: { id: string }) => items.find((row) => row.id === id)?.waits;
    expect(waitsOf(stopped)).toMatchObject({
      who: "operator",
      reason: `${SILENT} Its lane has halted: an operator has to resume it.`,
    });
    expect(waitsOf(other)).toMatchObject({ who: "nobody", reason: SILENT });
  });
});
