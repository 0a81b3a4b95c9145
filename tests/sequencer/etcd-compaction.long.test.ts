import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEtcd } from "../../adapters/sequencer/etcd-client.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { replayedStore } from "../../operations/sequencer/replayed-store.ts";
import { verifyChain } from "../../operations/sequencer/verify-chain.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { agreeOnStore } from "../../prisma/store/sequencer-replay.ts";
import { type TestDatabase, testDatabase } from "../setup/database.ts";
import { type Etcd, startEtcd } from "../setup/etcd.ts";
import { addItems, KEPT, openTestLog, positionsIn } from "./store-subjects.ts";

/** etcd looks every five minutes whether there is something to remove. */
const PATIENCE_MS = 390_000;
const RETENTION = 1_000;
const COMPACTING = ["--auto-compaction-mode", "revision", "--auto-compaction-retention", String(RETENTION)];

let etcd: Etcd;
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  etcd = await startEtcd({ words: COMPACTING });
  database = await testDatabase();
  db = connect(database.url, { max: 4, name: "test" });
});
afterAll(async () => {
  await db?.$disconnect();
  await database?.drop();
  await etcd?.stop();
});

it(
  "C4: beats go on while etcd removes old revisions by itself, and no beat or position is lost or doubled",
  async () => {
    await agreeOnStore(db, "etcd", 0);
    const log = openTestLog(etcd.url, randomUUID());
    const client = openEtcd({
      user: "",
      password: "",
      caFile: undefined,
      timeoutMs: 5_000,
      urls: [etcd.url],
    });
    const store = replayedStore({ db, log, of: "here", timing: TIMING, onWaking: () => undefined });
    const began = performance.now();
    let [after, isCompacted] = [0, false];
    while (!isCompacted || after < 2 * RETENTION) {
      if (performance.now() - began > PATIENCE_MS) throw new Error("etcd has removed nothing");
      if (after % 100 === 0) await addItems(db, 1);
      const published = await store.publish({ after, writer: "one", incarnation: "one/1", handsOver: false });
      expect(published).toMatchObject({ isPublished: true, latest: { beat: { seq: after + 1 } } });
      after += 1;
      if (after % 100 !== 0) continue;
      const old = await client
        .call("/v3/kv/range", { key: "YQ==", revision: "10" })
        .catch((error: unknown) => error);
      isCompacted = String(old).includes("compacted");
      // as fast as a sequencer that is at work
      await new Promise((resolve) => setTimeout(resolve, isCompacted ? 0 : 1_000));
    }
    console.log(
      `etcd removed old revisions after ${Math.round((performance.now() - began) / 1_000)} s; ${after} beats`,
    );
    expect((await log.list(0, 100)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: KEPT }, (_, place) => after - KEPT + 1 + place),
    );
    const positions = await positionsIn(db);
    expect(positions).toEqual(positions.map((_, place) => place + 1));
    expect(await verifyChain({ db }, { after: 0, forMs: 60_000 })).toMatchObject({
      fault: null,
      isWhole: true,
    });
    await log.close();
    await client.close();
  },
  PATIENCE_MS + 60_000,
);
