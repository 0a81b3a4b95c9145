import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { decideAfterCallbackTry } from "./after-try.ts";
import type { CallbackAnswer } from "./ports.ts";

const DAY_MS = 86_400_000;
const first = { tries: 1, elapsedMs: 0, backoffMs: 5_000, giveUpMs: DAY_MS, chance: 0 };
const answered = (status: number, retryAfterMs?: number): CallbackAnswer => ({
  kind: "answered",
  status,
  words: "",
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
const down: CallbackAnswer = { kind: "unanswered", why: "the connection was refused", isRefused: false };
const refused: CallbackAnswer = { kind: "unanswered", why: "port 22 may not be used", isRefused: true };

describe("a callback after a try", () => {
  it.each<[string, CallbackAnswer, object]>([
    ["200", answered(200), { kind: "sent" }],
    ["204", answered(204), { kind: "sent" }],
    ["299", answered(299), { kind: "sent" }],
    ["less than 200", answered(199), { kind: "again", pauseMs: 5_000 }],
    ["300", answered(300), { kind: "again", pauseMs: 5_000 }],
    ["a redirect", answered(302), { kind: "again", pauseMs: 5_000 }],
    ["400", answered(400), { kind: "again", pauseMs: 5_000 }],
    ["404", answered(404), { kind: "again", pauseMs: 5_000 }],
    ["410", answered(410), { kind: "failed" }],
    ["500", answered(500), { kind: "again", pauseMs: 5_000 }],
    ["no answer", down, { kind: "again", pauseMs: 5_000 }],
    ["an address that may not be asked", refused, { kind: "failed" }],
    ["429 with Retry-After", answered(429, 60_000), { kind: "again", pauseMs: 60_000 }],
    ["503 with a shorter Retry-After", answered(503, 1_000), { kind: "again", pauseMs: 5_000 }],
    ["503 with a Retry-After past the day", answered(503, 9 * DAY_MS), { kind: "again", pauseMs: DAY_MS }],
    ["500 with Retry-After, which is not heeded", answered(500, 60_000), { kind: "again", pauseMs: 5_000 }],
  ])("%s", (_, answer, wanted) => {
    expect(decideAfterCallbackTry(answer, first)).toEqual(wanted);
  });

  it.each([
    [2, 0, 10_000],
    [3, 0, 20_000],
    [3, 0.5, 15_000],
    [12, 0, 10_240_000],
    [13, 0, 20_480_000],
    [14, 0, 21_600_000],
    [40, 0, 21_600_000],
  ])("after failed try %i with chance %f waits %i ms", (tries, chance, pauseMs) => {
    expect(decideAfterCallbackTry(down, { ...first, tries, chance })).toEqual({ kind: "again", pauseMs });
  });

  it("is tried a last time when the day is over, and given up after that", () => {
    const late = { ...first, tries: 15, elapsedMs: DAY_MS - 1_000 };
    expect(decideAfterCallbackTry(down, late)).toEqual({ kind: "again", pauseMs: 1_000 });
    expect(decideAfterCallbackTry(down, { ...late, elapsedMs: DAY_MS })).toEqual({ kind: "failed" });
    expect(decideAfterCallbackTry(answered(200), { ...late, elapsedMs: DAY_MS })).toEqual({ kind: "sent" });
  });

  test("whatever the receiver answers, it ends within the day and some 30 tries", () => {
    const statuses = fc.oneof(fc.constantFrom(301, 404, 429, 500, 503), fc.integer({ min: 300, max: 599 }));
    const answer = fc.record({
      status: statuses.filter((status) => status !== 410),
      after: fc.option(fc.nat(10 * DAY_MS)),
    });
    fc.assert(
      fc.property(
        fc.infiniteStream(answer),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (answers, chances) => {
          let [elapsedMs, tries] = [0, 0];
          for (;;) {
            tries += 1;
            const { status, after } = answers.next().value ?? { status: 500, after: null };
            const chance = chances.next().value ?? 0;
            const decided = decideAfterCallbackTry(answered(status, after ?? undefined), {
              ...first,
              tries,
              elapsedMs,
              chance,
            });
            if (decided.kind !== "again") {
              expect(decided.kind).toBe("failed");
              break;
            }
            expect(decided.pauseMs).toBeGreaterThan(0);
            elapsedMs += decided.pauseMs;
          }
          expect(elapsedMs).toBe(DAY_MS);
          expect(tries).toBeLessThanOrEqual(30);
        },
      ),
      { numRuns: 50 },
    );
  });
});
