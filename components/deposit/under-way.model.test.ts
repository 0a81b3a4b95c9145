import { describe, expect, it } from "vitest";
import { type Item, newItem, type SendState } from "./deposit.model.ts";
import { underWay } from "./under-way.model.ts";

const FAILURE = {
  status: 413,
  code: "too_large",
  message: "Too large.",
  problems: [],
  who: "depositor",
  retryAt: null,
} as const;

function item(name: string, send: SendState): Item {
  return { ...newItem(name, new File(["x".repeat(2_000)], name)), send };
}
const sending = (bytes: number): SendState => ({ kind: "sending", samples: [{ atMs: 0, bytes }] });
const accepted = (batchId: string): SendState => ({ kind: "accepted", batchId });

describe("what is told of a deposit on other pages", () => {
  it.each<[string, readonly Item[], ReturnType<typeof underWay>]>([
    ["nothing chosen", [], null],
    ["chosen, not sent", [item("a.tif", { kind: "waiting" })], null],
    [
      "being sent",
      [item("a.tif", sending(500))],
      {
        kind: "sending",
        words: "Uploading a.tif: 500 bytes of 2 kB",
        doneBytes: 500,
        totalBytes: 2_000,
      },
    ],
    [
      "the second of three being sent",
      [item("a.tif", accepted("bid-1")), item("b.tif", sending(0)), item("c.tif", { kind: "waiting" })],
      {
        kind: "sending",
        words: "Uploading b.tif, 2 of 3: 0 bytes of 2 kB",
        doneBytes: 0,
        totalBytes: 2_000,
      },
    ],
    [
      "one accepted",
      [item("a.tif", accepted("bid-1"))],
      { kind: "accepted", words: "a.tif is accepted.", batchId: "bid-1" },
    ],
    [
      "two accepted",
      [item("a.tif", accepted("bid-1")), item("b.tif", accepted("bid-2"))],
      { kind: "accepted", words: "2 deposits accepted.", batchId: undefined },
    ],
    [
      "refused after one was accepted",
      [item("a.tif", accepted("bid-1")), item("b.tif", { kind: "refused", failure: FAILURE })],
      { kind: "stopped", words: "The upload of b.tif was not accepted." },
    ],
    [
      "cancelled",
      [item("a.tif", { kind: "cancelled" })],
      { kind: "stopped", words: "The upload of a.tif was cancelled." },
    ],
  ])("%s", (_, items, told) => {
    expect(underWay(items)).toEqual(told);
  });
});
