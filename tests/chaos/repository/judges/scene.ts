import type { Deposit, ExpectedJob } from "../deposit.ts";
import type { Seen, SeenBatch, SeenJob, SeenMove, SeenVersion } from "../seen.ts";

/** Two deposits of a serial lane that went as they should; tests change what they want to be found. */
export function goodScene(): Seen {
  const [first, second] = [completed("a-1", "a-standing", { "x.txt": "11" }), failing("a-2")];
  return {
    lanes: [{ slug: "a", ordering: "serial", width: 1 }],
    acknowledged: [
      { deposit: first, batchId: "b1" },
      { deposit: second, batchId: "b2" },
    ],
    keys: [
      { key: "a-1", batchId: "b1" },
      { key: "a-2", batchId: "b2" },
    ],
    batches: [
      batch({ id: "b1", seq: 1, handedOverAt: [10] }),
      batch({ id: "b2", seq: 2, state: "Failed", payloadPath: "batches/b2/payload", handedOverAt: [30] }),
    ],
    jobs: [
      job({ id: "j1", batchId: "b1", createdAt: 11, minted: 1 }),
      job({
        id: "j2",
        batchId: "b2",
        createdAt: 31,
        state: "Failed",
        errorCode: "source_not_found",
        hasFolder: true,
      }),
    ],
    moves: [
      move("b1", null, "Pending to Processing", 10),
      move("b1", "j1", "Pending to Estimating", 12),
      move("b1", "j1", "Notify to Completed", 20),
      move("b1", null, "Reporting to Completed", 22),
      move("b2", null, "Pending to Processing", 30),
      move("b2", "j2", "Downloading to Failed", 38),
      move("b2", null, "Reporting to Failed", 40),
    ],
    stored: [version("ark:/1/a", 1, { "producer/x.txt": "11", "system/mrt-erc.txt": "99" })],
    recorded: [
      {
        ...version("ark:/1/a", 1, { "producer/x.txt": "11", "system/mrt-erc.txt": "99" }),
        jobId: "j1",
        fileCount: 2,
      },
    ],
    reports: [
      { batchId: "b1", number: 1, outcome: "OK", jobs: counts(1, 0) },
      { batchId: "b2", number: 1, outcome: "FAIL", jobs: counts(0, 1) },
    ],
    messages: [
      { id: "m1", kind: "mail", about: "<report.b1.1@host>", status: "Sent" },
      { id: "m2", kind: "mail", about: "<report.b2.1@host>", status: "Sent" },
      { id: "c1", kind: "callback", about: "j1", status: "Sent" },
      { id: "c2", kind: "callback", about: "j2", status: "Sent" },
    ],
    mails: ["<report.b1.1@host>", "<report.b2.1@host>"],
    callbacks: [
      { id: "c1", path: "/a/mc/j1", body: "{}" },
      { id: "c2", path: "/a/mc/j2", body: "{}" },
      { id: "c2", path: "/a/mc/j2", body: "{}" },
    ],
    left: { jobFolders: ["j2"], batchFolders: ["b2"], files: [], held: [] },
    invalid: [],
    checked: [],
  };
}

export function completed(key: string, object: string, files: Readonly<Record<string, string>>): Deposit {
  return deposit(key, [{ end: "Completed", object, files }]);
}

function failing(key: string): Deposit {
  return deposit(key, [{ end: "Failed", code: "source_not_found" }]);
}

function deposit(key: string, jobs: readonly ExpectedJob[]): Deposit {
  const [collection = ""] = key.split("-");
  return { key, collection, kind: "file", filename: "x.txt", fields: {}, payload: new Uint8Array(), jobs };
}

export function batch(more: Partial<SeenBatch>): SeenBatch {
  return {
    id: "",
    lane: "a",
    seq: 0,
    state: "Completed",
    errorCode: null,
    payloadPath: null,
    handedOverAt: [],
    ...more,
  };
}

export function job(more: Partial<SeenJob>): SeenJob {
  return {
    id: "",
    batchId: "",
    ordinal: 1,
    state: "Completed",
    errorCode: null,
    errorMessage: null,
    retryCount: 0,
    hasFolder: false,
    createdAt: 0,
    minted: 0,
    ...more,
  };
}

/** `arrow`: e.g. `Pending to Processing`. */
export function move(batchId: string, jobId: string | null, arrow: string, at: number): SeenMove {
  const [from = "", to = ""] = arrow.split(" to ");
  return { batchId, jobId, from, to, at };
}

export function version(ark: string, number: number, files: Readonly<Record<string, string>>): SeenVersion {
  return {
    ark,
    version: number,
    files: Object.entries(files).map(([path, sha256]) => ({
      path,
      sha256,
      contentPath: `v1/content/${sha256}`,
    })),
  };
}

function counts(good: number, failed: number) {
  return { total: good + failed, pending: 0, completed: good, failed, deleted: 0 };
}
