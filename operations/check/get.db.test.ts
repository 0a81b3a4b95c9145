import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FindingQuery } from "../../core/contracts/check-requests.ts";
import { recordRepair } from "../../prisma/store/check/run.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getCheck } from "./get.ts";

const FINDINGS = 2_000;
const LOOKS = 40;

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

it("counts what is left and what is asked for at one moment, also while findings are being repaired", async () => {
  const { db } = test.ctx;
  const runId = randomUUID();
  const ids = Array.from({ length: FINDINGS }, () => randomUUID());
  const finding = { kind: "orphan_folder", facts: {}, repairedBy: "Ada" };
  const findings = { create: ids.map((id) => ({ id, subject: id, ...finding })) };
  await db.checkRun.create({ data: { id: runId, requestedBy: "Ada", endedAt: new Date(), findings } });

  const seen: { readonly left: number; readonly asked: number | undefined }[] = [];
  const look = async () => {
    const { found, left, kinds } = await getCheck(test.ctx, runId, FindingQuery.parse({ limit: 1 }));
    expect(found).toBe(FINDINGS);
    seen.push({ left, asked: kinds[0]?.asked });
  };
  const repair = async () => {
    for (const findingId of ids) {
      if (seen.length >= LOOKS) return;
      await recordRepair(db, { findingId, isDone: true, sentence: "The folder was removed." });
    }
  };
  await look();
  const repairs = repair();
  while (seen.length < LOOKS) await look();
  await repairs;
  expect(seen.filter(({ left, asked }) => left !== asked)).toEqual([]);
  expect(seen.at(0)).toEqual({ left: FINDINGS, asked: FINDINGS });
  expect(seen.at(-1)?.left).toBeLessThan(FINDINGS);
});
