import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Beat } from "../../core/sequencer/epoch.ts";
import type { CoordinationStore, Published } from "../../core/sequencer/ports.ts";
import { until } from "../pipeline/until.ts";
import { type Etcd, startEtcd } from "../setup/etcd.ts";
import { etcdSubject, memorySubject, postgresSubject, type Subject } from "./store-subjects.ts";

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd();
});
afterAll(() => etcd?.stop());

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

describe.each([
  ["in memory", memorySubject],
  ["in PostgreSQL", postgresSubject],
  ["in etcd", () => etcdSubject(etcd.url)],
])("C1: a coordination store %s", (_, open: () => Promise<Subject>) => {
  let subject: Subject;
  let store: CoordinationStore;
  beforeEach(async () => {
    subject = await open();
    store = subject.connect();
  });
  afterEach(() => subject?.end());

  const publish = (after: number, incarnation = "one/1", by = store): Promise<Published> =>
    by.publish({ after, writer: incarnation.split("/")[0] ?? "", incarnation, handsOver: false });

  /** So many beats one after the other, from the first one on. @returns the last */
  async function write(count: number): Promise<Beat | undefined> {
    let last: Beat | undefined;
    for (let after = last?.seq ?? 0; after < count; after += 1) last = (await publish(after)).latest.beat;
    return last;
  }

  it("is empty at first, and a beat follows the one it names", async () => {
    expect(await store.latest()).toBeUndefined();
    const first = await publish(0);
    expect(first).toMatchObject({ isPublished: true, given: 0, latest: { beat: { seq: 1, term: 1 } } });
    expect((await store.latest())?.beat).toEqual(first.latest.beat);
    expect(await publish(0, "two/1")).toMatchObject({
      isPublished: false,
      latest: { beat: first.latest.beat },
    });
    expect((await publish(1)).latest.beat.seq).toBe(2);
  });

  it("A4: of several that name the same beat one succeeds, and the others learn of it", async () => {
    await publish(0);
    const nodes = upTo(6).map((number) => [`node${number}/1`, subject.connect()] as const);
    const all = await Promise.all(nodes.map(([incarnation, by]) => publish(1, incarnation, by)));
    const [winner, ...others] = all.filter(({ isPublished }) => isPublished);
    expect(others).toEqual([]);
    for (const { latest } of all) expect(latest.beat).toEqual(winner?.latest.beat);
    expect(winner?.latest.beat).toMatchObject({ seq: 2, term: 2 });
  });

  it("neither skips nor doubles a beat or a position, however many write as fast as they can", async () => {
    let isOver = false;
    const published: number[] = [];
    const node = async (name: string) => {
      const by = subject.connect();
      for (let after = 0; !isOver; ) {
        const { isPublished, latest } = await publish(after, `${name}/1`, by);
        after = latest.beat.seq;
        if (isPublished) published.push(after);
      }
    };
    const nodes = ["a", "b", "c"].map(node);
    for (const count of upTo(8)) await subject.intake(count);
    await subject.pass(50);
    isOver = true;
    await Promise.all(nodes);
    await publish((await store.latest())?.beat.seq ?? 0);
    expect(published.toSorted((one, other) => one - other)).toEqual(upTo(published.length));
    expect(await subject.positions()).toEqual(upTo(36));
  });

  it("reckons a beat's age by its own clock, whatever that of a node says", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2099, 0, 1) });
    try {
      const { latest } = await publish(0);
      expect(latest.beat.at.getUTCFullYear()).toBeLessThan(2099);
      await subject.pass(200);
      const read = await subject.connect().latest();
      expect(read?.ageMs).toBeGreaterThanOrEqual(190);
      expect(read?.ageMs).toBeLessThan(60_000);
      expect((await publish(1)).latest.beat.at.getTime()).toBeGreaterThanOrEqual(latest.beat.at.getTime());
    } finally {
      vi.useRealTimers();
    }
  });

  it("A6: keeps its last beats, and who was away for longer goes on from the latest", async () => {
    const { kept } = subject;
    const count = (kept === "all" ? 8 : kept) + 5;
    for (const seq of upTo(count)) {
      await subject.intake(1);
      await publish(seq - 1);
    }
    const all = upTo(count);
    expect(await subject.log(0)).toEqual(kept === "all" ? all : all.slice(-kept));
    expect(await subject.log(count - 2)).toEqual(all.slice(-2));
    const reader = subject.connect();
    expect((await reader.latest())?.beat.seq).toBe(count);
    expect((await publish(count, "late/1", reader)).isPublished).toBe(true);
    expect(await subject.positions()).toEqual(all);
  });

  it("A6: does not take a beat again that has long been removed", async () => {
    const last = await write(15);
    expect(await publish(1, "sleeper/1", subject.connect())).toMatchObject({
      isPublished: false,
      latest: { beat: last },
    });
    expect((await store.latest())?.beat).toEqual(last);
  });

  it("A7: a publication whose answer was lost has been made once, and its writer finds that it was its own", async () => {
    await publish(0);
    await subject.intake(3);
    subject.loseNextAnswer();
    await expect(publish(1)).rejects.toThrow();
    const found = await store.latest();
    expect(found?.beat).toMatchObject({ seq: 2, incarnation: "one/1", term: 1 });
    // as if it had not read first
    expect((await publish(1)).isPublished).toBe(false);
    expect(await publish(2)).toMatchObject({
      isPublished: true,
      given: 0,
      latest: { beat: { seq: 3, term: 1 } },
    });
    expect(await subject.positions()).toEqual([1, 2, 3]);
  });

  it("A8: who starts with an empty memory gives nothing again", async () => {
    await subject.intake(3);
    expect((await publish(0)).given).toBe(3);
    const reborn = subject.connect();
    await subject.intake(2);
    const after = (await reborn.latest())?.beat.seq ?? 0;
    expect((await publish(after, "one/2", reborn)).given).toBe(2);
    expect(await subject.positions()).toEqual([1, 2, 3, 4, 5]);
  });

  it("A9: a stint's term is the seq of its first beat, and each start of a node begins another one", async () => {
    const terms: number[] = [];
    for (const [place, incarnation] of ["a/1", "a/1", "b/1", "a/1", "a/2", "a/2"].entries())
      terms.push((await publish(place, incarnation)).latest.beat.term);
    expect(terms).toEqual([1, 1, 3, 4, 5, 5]);
  });

  it("A10: leaves longer periods after 32 beats that had nothing to do, and one tick again with the first item", async () => {
    const periods: number[] = [];
    for (let after = 0; after < 37; after += 1) periods.push((await publish(after)).latest.beat.period);
    expect(periods.slice(30)).toEqual([1, 2, 4, 8, 16, 16, 16]);
    await subject.intake(1);
    expect(await publish(37)).toMatchObject({ given: 1, latest: { beat: { period: 1 } } });
  });

  it("says that its writer hands over, in the last beat", async () => {
    const last = { after: 0, writer: "one", incarnation: "one/1", handsOver: true };
    expect((await store.publish(last)).latest.beat).toMatchObject({ handsOver: true, period: 1 });
    expect((await publish(1, "two/1")).latest.beat).toMatchObject({ handsOver: false, term: 2 });
  });

  it("tells those who watch, as a hint that may be missing", async () => {
    const seqs: number[] = [];
    const watching = await subject.watch(({ seq }) => seqs.push(seq));
    let after = 0;
    // a watch that is only being opened hears nothing yet
    await until(async () => {
      after = (await publish(after)).latest.beat.seq;
      await subject.pass(20);
      return seqs.length > 0 || "nothing was heard";
    }, 10_000);
    expect(seqs.every((seq) => seq >= 1 && seq <= after)).toBe(true);
    await watching.stop();
    expect((await publish(after)).isPublished).toBe(true);
  });
});
