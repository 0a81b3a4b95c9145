import { expect, test } from "vitest";
import { pauseBeforeTryMs } from "../outbox/pause.ts";
import { type BeforeTry, decideAfterTry, type Try } from "./after-try.ts";

const [ann, bob, cy] = ["ann@example.org", "bob@example.org", "cy@example.org"];
const first: BeforeTry = { left: [ann, bob], refused: [], response: null, tries: 1, mostTries: 3 };
const later = { address: bob, reason: "450 greylisted", permanent: false };
const never = { address: bob, reason: "550 no such user", permanent: true };
const answered = (accepted: string[], ...refused: (typeof later)[]): Try => ({
  kind: "answered",
  response: "250 queued",
  accepted,
  refused,
});
const down: Try = { kind: "failed", reason: "connect ECONNREFUSED", permanent: false };
const rejected: Try = { kind: "failed", reason: "554 no", permanent: true };

const again = (left: string[], response: string | null, lastError: string, refused: object[] = []) => ({
  kind: "again",
  left,
  refused,
  response,
  lastError,
});

test.each([
  ["all accepted", answered([ann, bob]), first, { kind: "sent", response: "250 queued", lastError: null }],
  [
    "one refused for good",
    answered([ann], never),
    first,
    { kind: "sent", response: "250 queued", lastError: `${bob}: 550 no such user` },
  ],
  [
    "one refused for now: it alone is tried again",
    answered([ann], later),
    first,
    again([bob], "250 queued", `${bob}: 450 greylisted`),
  ],
  [
    "one refused for now, the last try",
    answered([ann], later),
    { ...first, tries: 3 },
    { kind: "sent", response: "250 queued", lastError: `${bob}: 450 greylisted` },
  ],
  [
    "the one left is accepted",
    answered([bob]),
    { ...first, left: [bob], response: "250 before", tries: 2 },
    { kind: "sent", response: "250 queued", lastError: null },
  ],
  [
    "the one left is refused for good after another was served",
    answered([], never),
    { ...first, left: [bob], response: "250 before", tries: 2 },
    { kind: "sent", response: "250 before", lastError: `${bob}: 550 no such user` },
  ],
  [
    "all refused for good",
    answered([], never, { ...never, address: ann }),
    first,
    {
      kind: "failed",
      lastError: `${bob}, ${ann}: 550 no such user`,
    },
  ],
  [
    "one refused for good, one for now",
    answered([], { ...never, address: ann }, later),
    first,
    again([bob], null, `${ann}: 550 no such user\n${bob}: 450 greylisted`, [
      { address: ann, reason: "550 no such user" },
    ]),
  ],
  ["server down", down, first, again([ann, bob], null, `${ann}, ${bob}: connect ECONNREFUSED`)],
  [
    "server down, the last try",
    down,
    { ...first, tries: 3 },
    {
      kind: "failed",
      lastError: `${ann}, ${bob}: connect ECONNREFUSED`,
    },
  ],
  [
    "server down after somebody was served, the last try",
    down,
    {
      left: [bob],
      refused: [{ address: cy, reason: "550 gone" }],
      response: "250 before",
      tries: 3,
      mostTries: 3,
    },
    { kind: "sent", response: "250 before", lastError: `${cy}: 550 gone\n${bob}: connect ECONNREFUSED` },
  ],
  ["the mail refused for good", rejected, first, { kind: "failed", lastError: `${ann}, ${bob}: 554 no` }],
] as const)("%s", (_name, tried, before, wanted) => {
  expect(decideAfterTry(tried, before)).toEqual(wanted);
});

test.each([
  [1, 0, 30_000],
  [1, 0.5, 22_500],
  [2, 0, 60_000],
  [5, 0, 480_000],
  [10, 0, 15_360_000],
  [11, 0, 21_600_000],
  [60, 0, 21_600_000],
  [2_000, 0, 21_600_000],
])("pause after try %i at chance %f: %i ms", (tries, chance, wanted) => {
  expect(pauseBeforeTryMs(tries, 30_000, chance)).toBe(wanted);
});
