import { describe, expect, it } from "vitest";
import type { Beat } from "./epoch.ts";
import { asking, fail, hearOf, hearOfIntake, learn, type Member, nextMove, startMember } from "./member.ts";
import { TIMING } from "./timing.ts";

const RING = ["a", "b", "c"];
const START_MS = 1_000;
const STORE_MS = Date.parse("2026-01-02T03:04:05.000Z");

const beatOf = (seq: number, more: Partial<Beat> = {}): Beat => ({
  seq,
  writer: "a",
  incarnation: "a/1",
  term: 1,
  at: new Date(STORE_MS + seq * TIMING.tickMs),
  period: 1,
  handsOver: false,
  ...more,
});

/** Node b, one place behind the writer a, which has read beat 5 as it was written, at 2,000 ms. */
function follower(beat = beatOf(5)): Member {
  const asked = asking(startMember("b", "b/1", START_MS), "read", 2_000);
  return learn(asked, { beat, ageMs: 0 }, 2_000);
}

const move = (member: Member, nowMs: number) => nextMove(member, RING, nowMs, TIMING);

describe("a node one place behind the writer", () => {
  it("looks for itself when a beat is due and it is told of none, and takes over after two ticks", () => {
    expect(move(follower(), 2_000)).toEqual({ do: "wait", untilMs: 2_078.125 });
    expect(move(follower(), 2_078.125)).toEqual({ do: "read" });
    expect(move(follower(), 2_125)).toEqual({ do: "publish", after: 5 });
  });

  it("that lost a try counts from the beat it lost to, and not from now", () => {
    const tried = asking(follower(), "publish", 2_125);
    const lost = learn(tried, { beat: beatOf(6), ageMs: 50 }, 2_125);
    // written at 2,075: one period and one step later
    expect(move(lost, 2_125).do).toBe("wait");
    expect(move(lost, 2_200)).toEqual({ do: "publish", after: 6 });
    const late = learn(tried, { beat: beatOf(6), ageMs: 500 }, 2_125);
    expect(move(late, 2_125)).toEqual({ do: "publish", after: 6 });
  });

  it("A7: asks the store before anything else when no answer came, a tick later", () => {
    const failed = fail(asking(follower(), "publish", 2_125), 2_600);
    expect(move(failed, 2_600)).toEqual({ do: "wait", untilMs: 2_662.5 });
    expect(move(failed, 2_662.5)).toEqual({ do: "read" });
  });

  it("reckons from late news by the store's clock, and from the rest by its own", () => {
    const late = hearOf(follower(), beatOf(6), 2_110, TIMING);
    // times are kept in milliseconds: 62.5 became 63
    expect(late.seen?.atMs).toBe(2_063);
    const inTime = hearOf(follower(), beatOf(6), 2_070, TIMING);
    expect(inTime.seen?.atMs).toBe(2_070);
    expect(hearOf(follower(), beatOf(5), 2_070, TIMING)).toEqual(follower());
  });

  it("goes on from what the store has, if that has lost beats", () => {
    const tried = asking(follower(beatOf(9)), "publish", 2_125);
    const back = learn(tried, { beat: beatOf(7, { writer: "c", incarnation: "c/1" }), ageMs: 400 }, 2_125);
    expect(back.seen).toMatchObject({ seq: 7, writer: "c" });
    expect(move(back, 2_125)).toEqual({ do: "publish", after: 7 });
    const emptied = learn(tried, undefined, 2_125);
    expect(move(emptied, 2_125).do).toBe("read");
    expect(move(asking(emptied, "read", 2_125), 2_125).do).toBe("wait");
    expect(move(learn(asking(emptied, "read", 2_125), undefined, 2_125), 2_312.5)).toEqual({
      do: "publish",
      after: 0,
    });
  });
});

describe("a node whose question took 300 ms to be answered", () => {
  const slow = learn(
    asking(startMember("b", "b/1", START_MS), "read", 2_000),
    { beat: beatOf(5), ageMs: 0 },
    2_300,
  );

  it("counts from the question, and reads once more before it takes over", () => {
    expect(slow.seen).toMatchObject({ atMs: 2_000, unsureMs: 300 });
    expect(move(slow, 2_300)).toEqual({ do: "read" });
    // the same beat, read between 2,300 and 2,310: it was written between 2,290 and 2,300
    const read = learn(asking(slow, "read", 2_300), { beat: beatOf(5), ageMs: 10 }, 2_310);
    expect(read.seen).toMatchObject({ atMs: 2_290, unsureMs: 10 });
    expect(move(read, 2_310).do).not.toBe("publish");
    expect(move(read, 2_290 + 125 + 10)).toEqual({ do: "publish", after: 5 });
  });

  it("takes prompt news for prompt, and is not too early from then on", () => {
    const told = hearOf(slow, beatOf(6), 2_362.5, TIMING);
    expect(told.seen).toMatchObject({ atMs: 2_362.5, unsureMs: 0 });
    expect(move(told, 2_362.5 + 124).do).not.toBe("publish");
  });

  it("reckons late news from the question, and as uncertainly", () => {
    const told = hearOf(slow, beatOf(6), 2_400, TIMING);
    expect(told.seen).toMatchObject({ atMs: 2_063, unsureMs: 300 });
  });

  it("tries in time when it reads slowly again, and when the store's clock was set back", () => {
    const again = (ageMs: number) => learn(asking(slow, "read", 2_300), { beat: beatOf(5), ageMs }, 2_600);
    expect(move(again(300), 2_600)).toEqual({ do: "publish", after: 5 });
    // a store that calls the beat new with each answer
    expect(again(0).seen).toMatchObject({ atMs: 2_300, unsureMs: 0 });
    const third = learn(asking(again(0), "read", 2_600), { beat: beatOf(5), ageMs: 0 }, 2_610);
    expect(third.seen).toMatchObject({ atMs: 2_300, unsureMs: 0 });
  });

  it("writes its own next beat without reading", () => {
    const mine = { writer: "b", incarnation: "b/1" };
    const own = learn(asking(follower(), "publish", 2_125), { beat: beatOf(6, mine), ageMs: 0 }, 2_300);
    expect(move(own, 2_300)).toEqual({ do: "publish", after: 6 });
  });
});

it("while the database's clock has been set back, and beats have one time, news counts from when it comes", () => {
  let member = follower();
  for (let beat = 6; beat <= 40; beat += 1) {
    const nowMs = 2_000 + (beat - 5) * TIMING.tickMs;
    member = hearOf(member, beatOf(beat, { at: beatOf(5).at }), nowMs, TIMING);
    expect(member.seen?.atMs).toBe(nowMs);
    expect(move(member, nowMs).do).toBe("wait");
  }
});

describe("in a quiet time", () => {
  const quiet = beatOf(5, { period: 16 });

  it("a node waits for the period that the beat names", () => {
    expect(move(follower(quiet), 2_500).do).toBe("wait");
    expect(move(follower(quiet), 2_000 + 17 * 62.5)).toEqual({ do: "publish", after: 5 });
  });

  it("what is accepted has it publish in its turn, and the writer at once", () => {
    const told = hearOfIntake(follower(quiet), 2_500);
    expect(move(told, 2_500).do).toBe("wait");
    expect(move(told, 2_562.5)).toEqual({ do: "publish", after: 5 });
    expect(move({ ...told, key: "a" }, 2_500)).toEqual({ do: "publish", after: 5 });
  });

  it("what is accepted while a beat is being written still waits after it", () => {
    const tried = asking(follower(quiet), "publish", 2_400);
    const told = hearOfIntake(tried, 2_410);
    const mine = { writer: "b", incarnation: "b/1", period: 16 };
    const done = learn(told, { beat: beatOf(6, mine), ageMs: 0 }, 2_410);
    expect(move(done, 2_462.5)).toEqual({ do: "publish", after: 6 });
  });
});

it("when the writer hands over, the next one takes its place after one tick, and the writer itself is last", () => {
  const bye = beatOf(5, { handsOver: true });
  expect(move(follower(bye), 2_062.5)).toEqual({ do: "publish", after: 5 });
  expect(move({ ...follower(bye), key: "a" }, 2_200).do).not.toBe("publish");
});
