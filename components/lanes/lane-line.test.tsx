import { describe, expect, it } from "vitest";
import type { LaneBatchView, LaneView } from "../../core/contracts/lane-views.ts";
import { draw } from "../testing/draw.tsx";
import { lane, laneBatch } from "../testing/lane.ts";
import { LaneWorker } from "./claim-left.tsx";
import { LaneAttempts } from "./lane-attempts.tsx";
import { OpenBatch } from "./lane-batch.tsx";
import { LaneLine } from "./lane-line.tsx";

const nothing = () => undefined;
const named = (...names: readonly string[]) => names.map((filename) => laneBatch({ id: filename, filename }));
const line = (part: Partial<LaneView>) => draw(<LaneLine lane={lane(part)} onDone={nothing} />).text;

describe("a lane as a queue", () => {
  it("says of each part that it is empty", () => {
    expect(line({})).toBe("Line Done Nothing yet. In flight Nothing is in flight. Waiting Nothing waits.");
  });

  it("goes from left to right: the last one done stands next to those in flight", () => {
    const text = line({ done: named("newest", "oldest"), openBatches: named("open"), open: 1 });
    const places = ["oldest", "newest", "open"].map((name) => text.indexOf(name));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  it.each<[string, Partial<LaneView>, string]>([
    ["in flight", { openBatches: named("a"), open: 3 }, "and 2 more Waiting"],
    ["waiting", { waiting: named("a"), depth: 5 }, "and 4 more"],
    ["waiting, uncounted", { waiting: named("a"), depth: 1_000, depthIsMore: true }, "and 999+ more"],
    ["waiting that one may not read", { depth: 2 }, "Waiting and 2 more"],
  ])("counts what it leaves out: %s", (_, part, words) => {
    expect(line(part)).toContain(words);
  });

  it("leaves out nothing when all are listed", () => {
    expect(line({ openBatches: named("a"), open: 1, waiting: named("b"), depth: 1 })).not.toContain("more");
  });
});

describe("a batch in flight", () => {
  const drawn = (part: Partial<LaneBatchView>) =>
    draw(<OpenBatch batch={laneBatch(part)} lane={lane()} onDone={nothing} />);

  it("offers what may be done to it now, the careful acts first", () => {
    expect(drawn({}).buttons).toEqual(["batch-1"]);
    const may = { ask: true, resend: true, resolve: true, skip: true };
    const { buttons } = drawn({ title: "A map", may });
    expect(buttons).toHaveLength(5);
    for (const button of buttons.slice(1)) expect(button).toMatch(/: A map$/);
    expect(drawn({ may: { ...may, ask: false, resend: false, resolve: false } }).buttons[1]).toMatch(/^Skip/);
  });

  it("tells the times it has, and counts what has happened", () => {
    const text = drawn({ tries: 2, forgottenCount: 1, acceptedAt: "2026-03-01T11:58:00Z" }).text;
    expect(text).toContain("Tries 2 tries Forgotten by the ledger 1 time");
    expect(text).toContain("Accepted by the ledger 2 min ago");
    expect(text).not.toMatch(/Next try|Unknown|Found valid/);
    expect(drawn({}).text).not.toMatch(/Tries|Forgotten/);
  });
});

describe("who works a lane", () => {
  const claim = { instance: "worker-1", fence: "7", expiresAt: "2026-03-01T12:00:10Z", lastUntil: null };
  const worker = (part: Partial<LaneView>) => {
    const { claim: taken, why } = lane(part);
    return draw(<LaneWorker claim={taken} why={why} />).text;
  };

  it.each<[string, Partial<LaneView>, string]>([
    ["nobody, for there is nothing to do", {}, "No worker needed right now"],
    [
      "nobody, for none runs",
      { why: { cause: "no_worker", sentence: "", pieces: [] } },
      "No worker is running",
    ],
    [
      "a worker, with the seconds begun counted whole",
      { claim: { ...claim, leftMs: 12_200 } },
      "worker-1 13 s left",
    ],
    ["a worker whose claim is over", { claim: { ...claim, leftMs: 0 } }, "worker-1 expired"],
  ])("%s", (_, part, words) => {
    expect(worker(part)).toBe(words);
  });
});

describe("attempts", () => {
  const attempt = {
    id: "a-1",
    batchId: "bid-1",
    begunAt: "2026-03-01T11:58:00Z",
    deadlineAt: "2026-03-01T11:58:30Z",
    settlesAt: "2026-03-01T11:59:00Z",
    answeredAt: null,
    durationMs: 1_500,
    outcome: "accepted",
    httpStatus: 202,
    ledgerCode: "17",
    message: null,
    lateAnswer: null,
    instance: "worker-1",
    fence: "7",
  };
  const drawn = (part: Partial<LaneView>) => draw(<LaneAttempts lane={lane(part)} />).text;

  it("say to whom a batch is handed where there are none", () => {
    expect(drawn({})).toContain("handed to the ledger.");
    expect(drawn({ backend: "repository" })).toContain("handed to the repository.");
  });

  it("tell the answer by what of it is known", () => {
    expect(drawn({ attempts: [attempt] })).toContain("HTTP 202, code 17, 1.5 s");
    const silent = drawn({ attempts: [{ ...attempt, httpStatus: null, ledgerCode: null }] });
    expect(silent).not.toContain("HTTP");
    expect(silent).toContain("nothing");
  });

  it("tell an answer that came too late", () => {
    const lateAnswer = { outcome: "accepted", message: "Took it." };
    expect(drawn({ attempts: [{ ...attempt, lateAnswer }] })).toMatch(
      /Too late, changed nothing: \w+, Took it\./,
    );
  });
});
