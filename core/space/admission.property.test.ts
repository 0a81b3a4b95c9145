import fc from "fast-check";
import { expect, it } from "vitest";
import { admit, gateOpen, type Space } from "./admission.ts";

type Job = { readonly need: number; written: number };

/** A disk with a quota, uploads, jobs that run, and folders of failed ones: those that give way and those that do not. */
type Disk = {
  readonly diskBytes: number;
  readonly quotaBytes: number;
  uploads: number;
  running: Job[];
  yielding: Job[];
  staying: Job[];
  open: boolean;
};

const sum = (jobs: readonly Job[], of: (job: Job) => number) => jobs.reduce((all, job) => all + of(job), 0);
const usedOf = ({ uploads, running, yielding, staying }: Disk) =>
  uploads + sum([...running, ...yielding, ...staying], ({ written }) => written);

function spaceOf(disk: Disk): Space {
  const runningBytes = sum(disk.running, ({ need }) => need);
  return {
    quotaBytes: disk.quotaBytes,
    freeBytes: disk.diskBytes - usedOf(disk),
    runningBytes,
    promisedBytes: sum(disk.running, ({ need, written }) => need - written),
    isIdle: disk.running.length === 0,
    yieldingBytes: sum(disk.yielding, ({ need }) => need),
    open: disk.open,
  };
}

/** Asks for a job, as reserveSpace does: the gate is kept, and folders give way when that is wanted. */
function ask(disk: Disk, need: number): "admit" | "wait" | "never" {
  const space = spaceOf(disk);
  disk.open = gateOpen(space);
  const answer = admit(space, need);
  if (answer.kind === "admit") disk.running.push({ need, written: 0 });
  if (answer.kind === "wait" && answer.wantBytes !== undefined) {
    let freed = 0;
    while (freed < answer.wantBytes && disk.yielding.length > 0) freed += disk.yielding.shift()?.need ?? 0;
  }
  return answer.kind;
}

const size = fc.integer({ min: 0, max: 1_200 });
const step = fc.oneof(
  fc.record({ act: fc.constant("ask" as const), at: size }),
  fc.record({ act: fc.constant("upload" as const), at: size }),
  fc.record({ act: fc.constantFrom("write", "finish", "fail", "failForGood", "take"), at: size }),
);

function act(disk: Disk, { act: name, at }: { readonly act: string; readonly at: number }): void {
  const job = disk.running[at % Math.max(1, disk.running.length)];
  switch (name) {
    case "ask":
      ask(disk, at);
      break;
    case "upload":
      // an upload takes what it finds, whatever was promised: jobs then fail for want of disk, and nothing of the rule
      disk.uploads += Math.max(0, Math.min(at, spaceOf(disk).freeBytes - spaceOf(disk).promisedBytes));
      break;
    case "take":
      disk.uploads = 0;
      break;
    case "write":
      if (job) job.written += Math.min(at, job.need - job.written);
      break;
    default:
      if (!job) return;
      disk.running.splice(disk.running.indexOf(job), 1);
      if (name === "fail") disk.yielding.push(job);
      if (name === "failForGood") disk.staying.push(job);
  }
}

it("never promises more than the disk has, and never stops for good", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(step, { maxLength: 40 }),
      fc.array(size, { minLength: 1, maxLength: 5 }),
      (diskBytes, quotaBytes, history, waiting) => {
        const disk: Disk = {
          diskBytes,
          quotaBytes,
          uploads: 0,
          running: [],
          yielding: [],
          staying: [],
          open: true,
        };
        for (const one of history) {
          act(disk, one);
          const space = spaceOf(disk);
          // all that runs can be written to its end
          expect(space.freeBytes - space.promisedBytes).toBeGreaterThanOrEqual(0);
        }
        // whatever is kept: once nothing runs, each waiting job that fits the quota and the disk begins, after what gives way
        disk.running = [];
        const kept = disk.uploads + sum(disk.staying, ({ written }) => written);
        for (const need of waiting) {
          const fits = need <= quotaBytes && need <= diskBytes - kept;
          let answer = ask(disk, need);
          // each look lets at least one folder give way, as long as there is one
          for (let looks = disk.yielding.length; answer === "wait" && looks >= 0; looks -= 1)
            answer = ask(disk, need);
          expect(answer === "admit").toBe(fits);
          disk.running = [];
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

it("goes on whatever is kept: a queue of jobs is worked off, each begun in time", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (queue, uploads, fails) => {
        const diskBytes = 1_000 + uploads;
        const disk: Disk = {
          diskBytes,
          quotaBytes: 1_000,
          uploads,
          running: [],
          yielding: [],
          staying: [],
          open: true,
        };
        const left = [...queue];
        for (let round = 0; left.length > 0; round += 1) {
          expect(round).toBeLessThan(200);
          for (const need of [...left]) if (ask(disk, need) === "admit") left.splice(left.indexOf(need), 1);
          const first = disk.running.shift();
          if (!first) continue;
          first.written = first.need;
          if (fails[round % fails.length]) disk.yielding.push(first);
        }
        expect(usedOf(disk)).toBeLessThanOrEqual(diskBytes);
      },
    ),
    { numRuns: 500 },
  );
});
