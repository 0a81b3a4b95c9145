import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openEtcd } from "../../adapters/sequencer/etcd-client.ts";
import { openEtcdLog } from "../../adapters/sequencer/etcd-log.ts";
import { nextBeat, OrderLost, OtherStore } from "../../core/sequencer/order.ts";
import type { CoordinationStore, OrderLog } from "../../core/sequencer/ports.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { openStore } from "../../operations/sequencer/open-store.ts";
import { replay } from "../../operations/sequencer/replay.ts";
import { replayedStore } from "../../operations/sequencer/replayed-store.ts";
import { postgresStore } from "../../operations/sequencer/store.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { listEpochs } from "../../prisma/store/sequencer.ts";
import { agreeOnStore, readRegister, readStore } from "../../prisma/store/sequencer-replay.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { freePort } from "../../scripts/free-port.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { until } from "../pipeline/until.ts";
import { LOOPBACK_CERTIFICATE } from "../servers/loopback-certificate.ts";
import { type TestDatabase, testDatabase } from "../setup/database.ts";
import { type Etcd, startEtcd } from "../setup/etcd.ts";
import { addItems, KEPT, openTestLog, positionsIn } from "./store-subjects.ts";

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd();
});
afterAll(() => etcd?.stop());

describe("an order in etcd that the database replays", () => {
  let database: TestDatabase;
  let db: Db;
  let log: OrderLog;
  let prefix: string;
  const of = "here";
  let woken: string[] = [];
  const store = (on = db, by = log): CoordinationStore =>
    replayedStore({ db: on, log: by, of, timing: TIMING, onWaking: (laneIds) => woken.push(...laneIds) });
  const publish = (after: number, by = store(), incarnation = "one/1") =>
    by.publish({ after, writer: "one", incarnation, handsOver: false });

  beforeEach(async () => {
    database = await testDatabase();
    db = connect(database.url, { max: 4, name: "test" });
    prefix = randomUUID();
    woken = [];
    log = openTestLog(etcd.url, prefix);
    await agreeOnStore(db, "etcd", 0);
  });
  afterEach(async () => {
    await log.close();
    await db.$disconnect();
    await database.drop();
  });

  /** A copy of the database as it stands now, as a standby has it that hears of nothing later. */
  async function laggingCopy(): Promise<{ readonly copy: Db; end(): Promise<void> }> {
    const name = `t_${randomUUID().replaceAll("-", "")}`;
    const source = new URL(database.ownerUrl).pathname.slice(1);
    await db.$disconnect();
    await execute(
      siblingUrl(database.ownerUrl, "postgres"),
      `create database ${name} template ${source} strategy file_copy`,
    );
    db = connect(database.url, { max: 4, name: "test" });
    const copy = connect(siblingUrl(database.url, name), { max: 4, name: "test" });
    const end = async () => {
      await copy.$disconnect();
      await execute(siblingUrl(database.ownerUrl, "postgres"), `drop database ${name} with (force)`);
    };
    return { copy, end };
  }

  const idsIn = async (of: Db) => (await of.sequenced.findMany()).map(({ id }) => id);

  it("A8: gives the positions of a beat whose writer died before it could, and nothing twice", async () => {
    await publish(0);
    await addItems(db, 3);
    const register = await readRegister(db, true);
    const dead = { after: 1, writer: "dead", incarnation: "dead/1", handsOver: false };
    const beat = nextBeat(register, dead, of, TIMING);
    expect((await log.put(beat, await log.top())).isPut).toBe(true);
    expect(await positionsIn(db)).toEqual([]);
    await addItems(db, 2);
    // several find it at the same time
    const found = await Promise.all([store().latest(), store().latest(), publish(2), store().latest()]);
    for (const one of found) expect(one).toBeDefined();
    expect(await positionsIn(db)).toEqual([1, 2, 3, 4, 5]);
    expect((await listEpochs(db, 0, 10)).map(({ seq, first, last }) => [seq, first, last])).toEqual([
      [2, 1, 3],
      [3, 4, 5],
    ]);
  });

  it("gives what a copy of the database has the positions it had, with the same hashes", async () => {
    await addItems(db, 2);
    await publish(0);
    await addItems(db, 5);
    const { copy, end } = await laggingCopy();
    try {
      const by = store();
      for (const after of [1, 2, 3]) await publish(after, by);
      expect((await store(copy).latest())?.beat).toEqual((await store().latest())?.beat);
      expect(await listEpochs(copy, 0, 10)).toEqual(await listEpochs(db, 0, 10));
      const given = { where: { position: { not: null } }, orderBy: { position: "asc" } } as const;
      expect(await copy.sequenced.findMany(given)).toEqual(await db.sequenced.findMany(given));
      expect(await positionsIn(copy)).toHaveLength(7);
    } finally {
      await end();
    }
  });

  it("stops when a copy of the database lacks what had a position, rather than give it to something else", async () => {
    await publish(0);
    const { copy, end } = await laggingCopy();
    try {
      await addItems(db, 1);
      await publish(1);
      // gets the id of the one that was lost
      await addItems(copy, 1);
      expect(await idsIn(copy)).toEqual(await idsIn(db));
      await expect(store(copy).latest()).rejects.toBeInstanceOf(OrderLost);
      await expect(publish(2, store(copy))).rejects.toBeInstanceOf(OrderLost);
      expect(await positionsIn(copy)).toEqual([]);
      // under another prefix the order goes on from what the copy has
      const fresh = openTestLog(etcd.url, randomUUID());
      expect(await publish(1, store(copy, fresh))).toMatchObject({ isPublished: true, given: 1 });
      expect(await positionsIn(copy)).toEqual([1]);
      await fresh.close();
    } finally {
      await end();
    }
  });

  it("stops when a copy of the database is behind what is kept", async () => {
    await publish(0);
    const { copy, end } = await laggingCopy();
    try {
      for (let after = 1; after <= KEPT + 1; after += 1) await publish(after);
      await expect(store(copy).latest()).rejects.toThrow("behind the oldest beat");
    } finally {
      await end();
    }
  });

  it("goes on from the database when etcd has lost everything, or was left while another store was used", async () => {
    await addItems(db, 2);
    await publish(0);
    const lost = openTestLog(etcd.url, randomUUID());
    const by = store(db, lost);
    expect((await by.latest())?.beat).toEqual((await store().latest())?.beat);
    await addItems(db, 1);
    expect(await publish(1, by)).toMatchObject({ isPublished: true, latest: { beat: { seq: 2, term: 1 } } });
    // the old one comes back, a beat behind
    await addItems(db, 1);
    expect(await publish(2)).toMatchObject({ isPublished: true, latest: { beat: { seq: 3 } } });
    expect(await positionsIn(db)).toEqual([1, 2, 3, 4]);
    // what it had kept until then might be of another history
    expect((await log.list(0, 10)).map(({ seq }) => seq)).toEqual([3]);
    await lost.close();
  });

  it("does not follow the order of another installation", async () => {
    await publish(0);
    const other = replayedStore({ db, log, of: "elsewhere", timing: TIMING, onWaking: () => undefined });
    await expect(other.latest()).rejects.toThrow("belongs to another installation");
    await expect(
      other.publish({ after: 0, writer: "two", incarnation: "two/1", handsOver: false }),
    ).rejects.toThrow("ETCD_PREFIX");
  });

  it("C4: goes on when etcd has removed what its keys were before", async () => {
    const client = openEtcd({
      user: "",
      password: "",
      caFile: undefined,
      timeoutMs: 5_000,
      urls: [etcd.url],
    });
    const heard: number[] = [];
    const watching = log.watch(({ seq }) => heard.push(seq));
    const by = store();
    for (let after = 0; after < KEPT + 4; after += 1) {
      await addItems(db, 1);
      expect((await publish(after, by)).isPublished).toBe(true);
      const revision = (await log.top())?.version;
      if (after % 3 === 0) await client.call("/v3/kv/compaction", { revision, physical: true });
    }
    const old = client.call("/v3/kv/range", { key: "YQ==", revision: "2" });
    await expect(old).rejects.toThrow("required revision has been compacted");
    expect((await log.list(0, 100)).map(({ seq }) => seq)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await publish(3, store(), "sleeper/1")).toMatchObject({
      isPublished: false,
      latest: { beat: { seq: 12 } },
    });
    expect(await positionsIn(db)).toHaveLength(KEPT + 4);
    expect(heard).toEqual(heard.toSorted((one, other) => one - other));
    watching.stop();
    await client.close();
  });

  it("is the store of all workers or of none: beats of another one are refused", async () => {
    const inPostgres = await openStore({
      db: database && db,
      order: undefined,
      timing: TIMING,
      onWaking: () => undefined,
    });
    expect(await readStore(db)).toBe("postgres");
    await inPostgres.publish({ after: 0, writer: "one", incarnation: "one/1", handsOver: false });
    const node = { key: "one", publicKey: "", privateKey: "", incarnation: "one/1" };
    await db.sequencerNode.create({ data: node });
    await expect(openStore({ db, order: log, timing: TIMING, onWaking: () => undefined })).rejects.toThrow(
      "SEQUENCER_STORE is etcd here",
    );
    await inPostgres.leave(node);
    const inEtcd = await openStore({ db, order: log, timing: TIMING, onWaking: () => undefined });
    expect(
      await inEtcd.publish({ after: 1, writer: "two", incarnation: "two/1", handsOver: false }),
    ).toMatchObject({
      isPublished: true,
    });
    // the beat that it would follow still stands there: it must not try again at once
    const late = { after: 2, writer: "one", incarnation: "one/1", handsOver: false };
    await expect(inPostgres.publish(late)).rejects.toBeInstanceOf(OtherStore);
    await expect(inPostgres.latest()).rejects.toThrow("SEQUENCER_STORE is postgres here");
  });

  it("a worker that has etcd puts no beat there once the register follows PostgreSQL, and says why", async () => {
    await publish(0);
    const by = store();
    await addItems(db, 1);
    const beat = nextBeat(
      await readRegister(db, true),
      { writer: "one", incarnation: "one/1", handsOver: false },
      of,
      TIMING,
    );
    await log.put(beat, await log.top());
    await agreeOnStore(db, "postgres", 0);
    await expect(publish(2, by)).rejects.toBeInstanceOf(OtherStore);
    await expect(by.latest()).rejects.toBeInstanceOf(OtherStore);
    expect((await log.top())?.beat.seq).toBe(2);
  });

  it("a beat that waits while the register is given to another store is not written", async () => {
    await agreeOnStore(db, "postgres", 0);
    const inPostgres = postgresStore(db, TIMING);
    const first = { after: 0, writer: "one", incarnation: "one/1", handsOver: false };
    expect((await inPostgres.publish(first)).isPublished).toBe(true);
    const other = new pg.Client(database.url);
    await other.connect();
    try {
      await other.query("BEGIN");
      await other.query("UPDATE sequencer_latest SET store = 'etcd'");
      const late = inPostgres.publish({ ...first, after: 1 }).catch((error: unknown) => error);
      const waits =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await until(async () => (await other.query(waits)).rowCount === 1 || "nobody waits", 10_000);
      await other.query("COMMIT");
      expect(await late).toBeInstanceOf(OtherStore);
      expect((await readRegister(db, false)).reached.seq).toBe(1);
    } finally {
      await other.end();
    }
  });

  it("reads what cannot be replayed once a second, however often it is asked", async () => {
    await publish(0);
    const { copy, end } = await laggingCopy();
    try {
      await addItems(db, 1);
      await publish(1);
      let reads = 0;
      const list: OrderLog["list"] = (after, most) => {
        reads += 1;
        return log.list(after, most);
      };
      const by = store(copy, { ...log, list });
      const beganMs = performance.now();
      for (let asked = 0; asked < 20; asked += 1) await expect(by.latest()).rejects.toBeInstanceOf(OrderLost);
      expect(reads).toBeGreaterThanOrEqual(1);
      expect(reads).toBeLessThanOrEqual(1 + (performance.now() - beganMs) / 1_000);
    } finally {
      await end();
    }
  });

  it("tells of the lanes that can move by what it replays of others, and refuses beats of another installation", async () => {
    await publish(0);
    const collection = await makeCollection(db);
    await db.lane.update({
      where: { id: collection.laneId },
      data: { settings: { startsWhen: "positioned" }, dueAt: null },
    });
    await makeBatch(db, collection);
    const dead = { writer: "dead", incarnation: "dead/1", handsOver: false };
    await log.put(nextBeat(await readRegister(db, true), dead, of, TIMING), await log.top());
    await store().latest();
    expect(woken).toEqual([collection.laneId]);
    const foreign = nextBeat(await readRegister(db, true), dead, "elsewhere", TIMING);
    await log.put(foreign, await log.top());
    await expect(replay({ db, log, of, onWaking: () => undefined }, 3)).rejects.toThrow(
      "belongs to another installation",
    );
    expect((await readRegister(db, false)).reached.seq).toBe(2);
  });
});

describe("the client of etcd", () => {
  const access = { user: "", password: "", caFile: undefined, timeoutMs: 5_000 };

  it("asks the next member when one cannot be reached, and says which one gave no answer", async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    const client = openEtcd({ ...access, urls: [dead, etcd.url] });
    expect(await client.call("/v3/kv/range", { key: "YQ==" })).toHaveProperty("header");
    await client.close();
    const none = openEtcd({ ...access, urls: [dead] });
    await expect(none.call("/v3/kv/range", { key: "YQ==" })).rejects.toThrow(
      `etcd at ${dead} gave no answer (ECONNREFUSED)`,
    );
    await none.close();
  });

  it("waits no longer than it may for a member that says nothing, and then asks the next one", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = openEtcd({ ...access, timeoutMs: 300, urls: [url, etcd.url] });
    await expect(client.call("/v3/kv/range", { key: "YQ==" })).rejects.toThrow(
      `etcd at ${url} gave no answer`,
    );
    expect(await client.call("/v3/kv/range", { key: "YQ==" })).toHaveProperty("header");
    await client.close();
    silent.closeAllConnections();
    silent.close();
  });

  it("trusts the authorities of its file, and no others", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-etcd-ca-"));
    const caFile = path.join(folder, "ca.pem");
    await writeFile(caFile, LOOPBACK_CERTIFICATE.cert);
    const server = createTlsServer(LOOPBACK_CERTIFICATE, (_, answer) => answer.end('{"header":{}}'));
    server.listen(0, "localhost");
    await once(server, "listening");
    const urls = [`https://localhost:${(server.address() as AddressInfo).port}`];
    const [trusting, other] = [openEtcd({ ...access, urls, caFile }), openEtcd({ ...access, urls })];
    const missing = path.join(folder, "none.pem");
    expect(() => openEtcd({ ...access, urls, caFile: missing })).toThrow(
      "ETCD_CA_FILE cannot be read (ENOENT)",
    );
    expect(await trusting.call("/v3/kv/range", {})).toEqual({ header: {} });
    await expect(other.call("/v3/kv/range", {})).rejects.toThrow("CERT");
    await Promise.all([trusting.close(), other.close()]);
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("signs in, again when its token has ended, and keeps its password out of what it says", async () => {
    const guarded = await startEtcd({ words: ["--auth-token-ttl", "1"] });
    try {
      const admin = openEtcd({ ...access, urls: [guarded.url] });
      for (const name of ["root", "waybill"]) {
        await admin.call("/v3/auth/role/add", { name });
        await admin.call("/v3/auth/user/add", { name, password: "s3cret" });
        await admin.call("/v3/auth/user/grant", { user: name, role: name });
      }
      const [key, range_end] = ["mine/", "mine0"].map((text) => Buffer.from(text).toString("base64"));
      await admin.call("/v3/auth/role/grant", {
        name: "waybill",
        perm: { permType: "READWRITE", key, range_end },
      });
      await admin.call("/v3/auth/enable", {});
      await admin.close();
      const log = openEtcdLog({
        ...access,
        urls: [guarded.url],
        user: "waybill",
        password: "s3cret",
        prefix: "mine",
      });
      expect(await log.top()).toBeUndefined();
      // a token that is not used for longer than its time ends
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(await log.top()).toBeUndefined();
      await log.close();
      const foreign = openEtcdLog({
        ...access,
        urls: [guarded.url],
        user: "waybill",
        password: "s3cret",
        prefix: "yours",
      });
      await expect(foreign.top()).rejects.toThrow("permission denied");
      await foreign.close();
      const wrong = openEtcd({ ...access, urls: [guarded.url], user: "waybill", password: "wr0ng" });
      const error = await wrong.call("/v3/kv/range", { key }).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain("does not accept ETCD_USER and ETCD_PASSWORD");
      expect(String(error)).not.toContain("wr0ng");
      await wrong.close();
    } finally {
      await guarded.stop();
    }
  });

  it("says what else stands where beats should", async () => {
    const client = openEtcd({ ...access, urls: [etcd.url] });
    const [key, value] = ["strange/latest", "hello"].map((text) => Buffer.from(text).toString("base64"));
    await client.call("/v3/kv/put", { key, value });
    await client.close();
    const log = openTestLog(etcd.url, "strange");
    await expect(log.top()).rejects.toThrow("something else than a beat at strange/latest");
    await log.close();
  });
});
