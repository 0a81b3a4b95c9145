import { describe, expect, it } from "vitest";
import type { ChainVerification, SequencerView } from "../../core/contracts/sequencer-views.ts";
import { draw } from "../testing/draw.tsx";
import { ChainFound } from "./chain-panel.tsx";
import { RingPanel } from "./ring-panel.tsx";
import { SequencerStanding } from "./sequencer-page.tsx";
import { TakeoverPanel } from "./takeover-panel.tsx";

const AT = "2026-01-02T03:04:05.000Z";
const [ONE, TWO] = ["1".repeat(64), "2".repeat(64)] as const;
const node = (key: string, distance: number | null) => ({
  key,
  distance,
  seenAt: AT,
  beatsLost: 3,
  isAskedToStepDown: false,
});
const view: SequencerView = {
  tickMs: 62.5,
  store: "postgres",
  writer: {
    writer: ONE,
    incarnation: "x",
    seq: 1_234,
    term: 1_000,
    at: AT,
    ageMs: 130,
    period: 16,
    handsOver: false,
    since: AT,
  },
  ring: [node(TWO, 1), node(ONE, 0)],
  position: 56,
  waiting: { count: 2, isMore: false, oldestAt: AT },
  takeovers: [],
  may: { stepDown: true },
};

describe("how the sequencer stands", () => {
  it("is said in words that explain themselves", () => {
    const { text } = draw(<SequencerStanding view={view} />);
    expect(text).toContain("2 deposits are waiting for a position.");
    expect(text).toContain("Last position 56");
    expect(text).toContain("worker 11111111, since");
    expect(text).toContain("2 ticks ago, number 1,234. A beat is one step");
    expect(text).toContain("every 1,000 ms while nothing arrives");
  });

  it("before the first beat says that nothing is ordered yet", () => {
    const waiting = { count: 0, isMore: false, oldestAt: null };
    const { text } = draw(<SequencerStanding view={{ ...view, writer: null, position: 0, waiting }} />);
    expect(text).toContain("Nothing has been ordered yet.");
    expect(text).toContain("Order decided by the database");
    expect(text).toContain("Last position none given yet Waiting nothing");
    expect(text).not.toContain("Term");
  });
});

describe("the workers", () => {
  it("are in the order in which they take over", () => {
    const { text } = draw(<RingPanel ring={view.ring} />);
    expect(text.indexOf("11111111")).toBeLessThan(text.indexOf("22222222"));
    expect(text).toMatch(/0\s*11111111\s*Gives the positions.*1\s*22222222\s*Takes over first/);
  });

  it("are missed when there are none", () => {
    expect(draw(<RingPanel ring={[]} />).text).toContain("No worker is running.");
  });
});

describe("takeovers", () => {
  it("say from whom to whom, after how long, and how", () => {
    const takeovers = [
      { term: 9, at: AT, from: ONE, to: TWO, gapMs: 127, inPeace: false },
      { term: 1, at: AT, from: null, to: ONE, gapMs: null, inPeace: false },
    ];
    const { text } = draw(<TakeoverPanel takeovers={takeovers} />);
    expect(text).toContain("11111111 to 22222222after 127 ms, the one before fell silent");
    expect(text).toContain("First of all: 11111111");
  });

  it("are explained while there are none", () => {
    expect(draw(<TakeoverPanel takeovers={[]} />).text).toContain("No takeover yet.");
  });
});

describe("what a verification found", () => {
  const found: ChainVerification = {
    from: 1,
    epochs: 3,
    items: 6,
    unsigned: 1,
    reached: { seq: 9, position: 6 },
    end: 6,
    isWhole: true,
    fault: null,
  };
  it.each<[string, Partial<ChainVerification>, string]>([
    ["all", {}, "Intact: 3 epochs with 6 items. 1 epoch will be signed in a moment."],
    [
      "a part",
      { isWhole: false, end: 9, unsigned: 0 },
      "Position 6 of 9. Stopped. Continue goes on from there.",
    ],
    [
      "damage",
      {
        isWhole: false,
        fault: { seq: 10, kind: "hash", message: "Epoch 10 does not have the hash it names." },
      },
      "Damaged: Epoch 10 does not have the hash it names. Intact before it: 3 epochs with 6 items. Compare with receipts",
    ],
  ])("%s", (_, part, words) => {
    expect(draw(<ChainFound found={{ ...found, ...part }} isRunning={false} />).text).toContain(words);
  });
});
