import { describe, expect, it } from "vitest";
import type { BatchView } from "../../core/contracts/views.ts";
import { batch } from "../testing/batch.ts";
import { draw } from "../testing/draw.tsx";
import { BatchActions } from "./batch-actions.tsx";

const nothing = () => undefined;
const NONE = batch().may;
const buttonsOf = (part: Partial<BatchView>, role: "admin" | "viewer" = "admin") =>
  draw(<BatchActions batch={batch(part)} onDone={nothing} />, { role }).buttons;

describe("what can be done to a batch", () => {
  it("is nothing where nothing may be done", () => {
    expect(buttonsOf({ jobs: { Failed: 2 } })).toEqual([]);
  });

  it("is, with every right, first what fixes it", () => {
    const may = { ...NONE, resume: true, setPriority: true, delete: true };
    expect(buttonsOf({ jobs: { Failed: 1204, Completed: 1 }, may })).toEqual([
      "Run all 1,204 failed jobs again",
      "Change priority",
      "Delete batch",
    ]);
  });

  it("is to cancel it while it waits for its turn", () => {
    const may = { ...NONE, cancel: true };
    expect(buttonsOf({ state: "Pending", jobs: {}, may })).toEqual(["Cancel deposit"]);
  });

  it("speaks of one failed job as of one", () => {
    expect(buttonsOf({ jobs: { Failed: 1 }, may: { ...NONE, resume: true } })).toEqual([
      "Run the failed job again",
    ]);
  });
});

describe("another deposit", () => {
  const failed: Partial<BatchView> = { state: "Failed", collection: "old maps", jobs: { Failed: 0 } };

  it("is offered of a batch that failed before it had a job, to its collection", () => {
    const { html, buttons } = draw(<BatchActions batch={batch(failed)} onDone={nothing} />);
    expect(buttons).toEqual(["Deposit it again"]);
    expect(html).toContain('href="/deposit?collection=old%20maps"');
  });

  it.each<[string, Partial<BatchView>, "admin" | "viewer"]>([
    ["to who may not deposit", failed, "viewer"],
    ["where jobs were made", { ...failed, jobs: { Failed: 1 } }, "admin"],
    ["while it has not failed", { ...failed, state: "Processing" }, "admin"],
    ["for a ledger's batch", { ...failed, kind: "LedgerBatch" }, "admin"],
  ])("is not offered %s", (_, part, role) => {
    expect(buttonsOf(part, role)).toEqual([]);
  });
});
