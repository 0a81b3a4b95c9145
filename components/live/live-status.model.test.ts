import { describe, expect, it } from "vitest";
import { type LiveStatus, liveWords, staleSince, toldStale } from "./live-status.model.ts";

const NOON = Date.UTC(2026, 2, 1, 12);

describe("the live indicator", () => {
  it.each<[LiveStatus, string, RegExp]>([
    [{ kind: "connecting" }, "Connecting", /start in a moment/],
    [{ kind: "live" }, "Live", /Press to pause/],
    [{ kind: "stale", sinceMs: NOON }, "Stale since 17:45", /every 15 seconds/],
    [{ kind: "paused", sinceMs: NOON }, "Paused at 17:45", /Press to resume/],
  ])("says of %j, in the reader's zone, %s", (status, text, hint) => {
    expect(liveWords(status, "Asia/Kathmandu")).toEqual({ text, hint: expect.stringMatching(hint) });
  });
});

describe("a stream that is down", () => {
  it.each<LiveStatus>([{ kind: "connecting" }, { kind: "live" }, { kind: "paused", sinceMs: 1 }])(
    "is stale from now on when the page was %j",
    (status) => {
      expect(staleSince(status, NOON)).toEqual({ kind: "stale", sinceMs: NOON });
    },
  );

  it("stays stale since its first failure, however often it fails", () => {
    expect(staleSince({ kind: "stale", sinceMs: NOON }, NOON + 9_000)).toEqual({
      kind: "stale",
      sinceMs: NOON,
    });
  });

  it.each<[string, LiveStatus, number, number | null]>([
    ["for five seconds not", { kind: "stale", sinceMs: NOON }, NOON + 5_000, null],
    ["afterwards since it is down", { kind: "stale", sinceMs: NOON }, NOON + 5_001, NOON],
    ["not while paused, which the reader chose", { kind: "paused", sinceMs: NOON }, NOON + 60_000, null],
    ["not while live", { kind: "live" }, NOON, null],
  ])("is told to the whole page: %s", (_, status, nowMs, sinceMs) => {
    expect(toldStale(status, nowMs)).toBe(sinceMs);
  });
});
