import { describe, expect, it } from "vitest";
import type { ChainVerification, SequencerView } from "../../core/contracts/sequencer-views.ts";
import {
  added,
  chainWords,
  nodeName,
  periodWords,
  placeWords,
  standingOf,
  ticksWords,
} from "./sequencer-words.model.ts";

const node = (distance: number | null, isAskedToStepDown = false) => ({
  key: `${distance}`.padEnd(64, "0"),
  distance,
  seenAt: "2026-01-02T03:04:05.000Z",
  beatsLost: 0,
  isAskedToStepDown,
});
const view = (more: Partial<SequencerView> = {}): SequencerView => ({
  tickMs: 62.5,
  store: "postgres",
  writer: {
    writer: "0".repeat(64),
    incarnation: "x",
    seq: 9,
    term: 3,
    at: "2026-01-02T03:04:05.000Z",
    ageMs: 20,
    period: 1,
    handsOver: false,
    since: null,
  },
  ring: [node(0), node(1)],
  position: 7,
  waiting: { count: 0, isMore: false, oldestAt: null },
  takeovers: [],
  may: { stepDown: true },
  ...more,
});

describe("standingOf", () => {
  it("says that all is well, and who takes over", () => {
    expect(standingOf(view())).toMatchObject({
      kind: "good",
      title: "Everything accepted has its position.",
      text: expect.stringContaining("2 workers are running."),
    });
  });

  it("says what waits", () => {
    const waiting = { count: 1, isMore: false, oldestAt: "2026-01-02T03:04:05.000Z" };
    expect(standingOf(view({ waiting })).title).toBe("1 deposit is waiting for a position.");
    const many = { ...waiting, count: 10_000, isMore: true };
    expect(standingOf(view({ waiting: many })).title).toBe(
      "More than 10,000 deposits are waiting for a position.",
    );
  });

  it("says of one worker that nobody takes over", () => {
    expect(standingOf(view({ ring: [node(0)] })).text).toContain("One worker is running.");
  });

  it("warns when beats do not come", () => {
    const { writer } = view();
    const late = view({ writer: writer && { ...writer, ageMs: 6_000 } });
    expect(standingOf(late)).toMatchObject({ kind: "warning", title: "Nobody is giving positions." });
    expect(standingOf(late).text).toContain("once a worker reaches the database again");
    expect(standingOf({ ...late, store: "etcd" }).text).toContain("reaches the database and etcd again");
  });

  it("tells of a beginning", () => {
    expect(standingOf(view({ writer: null, ring: [] })).title).toBe("Nothing has been ordered yet.");
  });
});

it.each([
  [null, "Waiting to begin"],
  [0, "Gives the positions"],
  [1, "Takes over first"],
  [2, "Takes over if 1 worker before it cannot"],
  [3, "Takes over if 2 workers before it cannot"],
])("a node at distance %s: %s", (distance, words) => {
  expect(placeWords(node(distance))).toBe(words);
});

it("the writer that is asked to step down says so", () => {
  expect(placeWords(node(0, true))).toBe("Gives the positions, is stepping down");
});

it("periods and ages are in words", () => {
  expect(periodWords({ period: 1 }, 62.5)).toBe("every 63 ms");
  expect(periodWords({ period: 16 }, 62.5)).toBe("every 1,000 ms while nothing arrives");
  expect(ticksWords(20, 62.5)).toBe("less than a tick");
  expect(ticksWords(130, 62.5)).toBe("2 ticks");
  expect(nodeName("0123456789abcdef")).toBe("01234567");
});

describe("a verification", () => {
  const part: ChainVerification = {
    from: 1,
    epochs: 2,
    items: 1_200,
    unsigned: 0,
    reached: { seq: 8, position: 1_200 },
    end: 1_300,
    isWhole: false,
    fault: null,
  };
  it("says how far it has got, and adds up its parts", () => {
    expect(chainWords(part)).toBe("Intact so far: 2 epochs with 1,200 items. Position 1,200 of 1,300.");
    const rest = { ...part, from: 1_201, epochs: 1, items: 100, isWhole: true };
    expect(chainWords(added(part, rest))).toBe("Intact: 3 epochs with 1,300 items.");
    expect(added(part, rest).from).toBe(1);
    expect(added(undefined, part)).toBe(part);
  });
  it("names what is damaged, and tells of an empty chain", () => {
    const fault = { seq: 9, kind: "hash", message: "Epoch 9 does not have the hash it names." };
    expect(chainWords({ ...part, fault })).toBe(
      "Damaged: Epoch 9 does not have the hash it names. Intact before it: 2 epochs with 1,200 items.",
    );
    expect(chainWords({ ...part, epochs: 0, items: 0, end: 0, isWhole: true })).toBe(
      "There is nothing to verify yet.",
    );
  });
});
