import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeFile } from "../../tests/factories/make-file.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeToken } from "../../tests/factories/make-token.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask } from "../../tests/factories/web-client.ts";
import { makeBatches, makeBatchList } from "../../tests/fixtures/ledger/sign.ts";
import { formBody } from "../../tests/merritt/form.ts";
import { batchOfFiles } from "../../tests/pipeline/manifests.ts";

vi.mock("server-only", () => ({}));

const ORIGIN = "http://127.0.0.1:3000";
const QUOTA = "1000000000";

let test: TestContext;
let folder: string;
let routes: Awaited<ReturnType<typeof loadRoutes>>;
let tokens: { readonly operator: string; readonly depositor: string };
let granted: MadeCollection;

async function loadRoutes() {
  return {
    batches: await import("./v1/batches/route.ts"),
    batch: await import("./v1/batches/[id]/route.ts"),
    ledger: await import("./v1/lanes/[serviceId]/batches/route.ts"),
    root: (await import("../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-answers-"));
  const env = {
    DATABASE_URL: test.url,
    AUTH_SECRET: `${randomUUID()}${randomUUID()}`,
    LOG_LEVEL: "silent",
    WORKING_STORAGE: folder,
    DISK_RESERVE: "0",
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  routes = await loadRoutes();
  const { db } = test.ctx;
  // as the first worker does
  await db.setting.create({ data: { key: "working-storage-quota", value: Number(QUOTA) } });
  granted = await makeCollection(db, { name: "Maps" });
  tokens = {
    operator: await makeToken(db, (await makePerson(db, "operator")).id),
    depositor: await makeToken(db, (await makePerson(db, "depositor", [granted])).id),
  };
});

afterAll(async () => {
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
  await rm(folder, { recursive: true, force: true });
});

type Sent = {
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
  readonly asForm?: boolean;
  readonly as?: keyof typeof tokens;
  readonly key?: string;
};

async function deposit({ fields, body, asForm, as = "operator", key }: Sent): Promise<Response> {
  const form =
    asForm && (await formBody([...Object.entries(fields), ["file", new File([body], "of-the-form.bin")]]));
  const headers = new Headers({
    host: "127.0.0.1:3000",
    authorization: `Bearer ${tokens[as]}`,
    "content-type": form ? form.contentType : "application/octet-stream",
  });
  if (key) headers.set("idempotency-key", key);
  const query = form ? "" : `?${new URLSearchParams(fields)}`;
  const init = { method: "POST", headers, body: form ? form.body : body };
  return routes.batches.POST(new Request(`${ORIGIN}/api/v1/batches${query}`, init), {});
}

/** The batch as a GET that follows at once shows it. */
async function shown(id: string, as: keyof typeof tokens = "operator"): Promise<unknown> {
  const answer = await ask(routes.batch, `GET /api/v1/batches/${id}`, { token: tokens[as] }, { id });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Deposits it and compares the answer, byte for byte, with that of the GET. */
async function expectSame(sent: Sent): Promise<{ readonly id: string; readonly whereIsIt: string }> {
  const answer = await deposit(sent);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([202, expect.any(String)]);
  const { batch, statusUrl } = JSON.parse(text);
  expect(JSON.stringify(batch)).toBe(await shown(batch.id, sent.as));
  expect([statusUrl, answer.headers.get("location")]).toEqual([batch.statusUrl, batch.statusUrl]);
  return batch;
}

const FILE = { body: "hello", fields: { filename: "a.bin", type: "file" } };
const intoNew = async (given: Parameters<typeof makeCollection>[1] = {}) => {
  const collection = await makeCollection(test.ctx.db, given);
  return { collection, fields: { ...FILE.fields, collection: collection.slug } };
};
const hold = { at: new Date("2026-01-31T14:32:05Z"), by: "Olga", reason: "disks are moved" };

describe("the answer to a deposit is what a GET shows of it", () => {
  it("sent as a body, with and without a title, a digest and a key", async () => {
    const { fields } = await intoNew();
    await expectSame({ ...FILE, fields });
    const digest = {
      digestType: "sha-256",
      digestValue: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    };
    await expectSame({
      ...FILE,
      fields: { ...fields, ...digest, title: "Ä map", update: "true", note: "x" },
    });
    await expectSame({ ...FILE, fields, key: randomUUID() });
  });

  it("sent as a form, by a depositor, into a lane that others have deposits in", async () => {
    const { db } = test.ctx;
    const other = await makeCollection(db);
    await db.collection.update({ where: { id: other.id }, data: { laneId: granted.laneId } });
    await makeBatch(db, { ...other, laneId: granted.laneId }, "Pending", { payloadSize: 7n });
    const fields = { collection: granted.slug, title: "A form" };
    const { whereIsIt } = await expectSame({ ...FILE, fields, asForm: true, as: "depositor" });
    expect(whereIsIt).toContain("1 deposit before yours in this lane, with 1 object and 7 B to go.");
    await expectSame({ ...FILE, fields, asForm: true, as: "depositor", key: randomUUID() });
  });

  it("that is a manifest", async () => {
    const { fields } = await intoNew();
    const body = batchOfFiles([{ url: "http://127.0.0.1:9/a", name: "a", size: 5 }]);
    await expectSame({ body, fields: { collection: fields.collection, filename: "many.checkm" } });
  });

  it("behind a batch whose jobs run, while a worker is there", async () => {
    const { db } = test.ctx;
    const { collection, fields } = await intoNew();
    const begun = { submitted: true, submissionStatus: "Pending" } as const;
    const first = await makeBatch(db, collection, "Processing", { ...begun, kind: "ManifestOfFiles" });
    await makeJob(db, first, "Completed");
    await makeFile(db, await makeJob(db, first, "Downloading"), { declaredSize: 1_000n, received: 400n });
    const instance = { id: "host-1", name: "host", seenAt: new Date("2200-01-01") };
    await db.instance.create({ data: instance });
    const { whereIsIt } = await expectSame({ ...FILE, fields });
    await db.instance.delete({ where: { id: instance.id } });
    expect(whereIsIt).toContain("with 1 object and 600 B to go. The jobs of the first batch are running");
  });

  it("into a held collection, a held lane, and while the whole intake is held", async () => {
    const { db } = test.ctx;
    const { collection, fields } = await intoNew({ held: hold });
    expect((await expectSame({ ...FILE, fields })).whereIsIt).toContain("disks are moved");
    const columns = { heldAt: hold.at, heldBy: hold.by, heldReason: "the lane rests" };
    await db.lane.update({ where: { id: collection.laneId }, data: columns });
    expect((await expectSame({ ...FILE, fields })).whereIsIt).toContain("the lane rests");
    const { fields: free } = await intoNew();
    const intake = { heldAt: hold.at, heldBy: hold.by, heldReason: "power is cut" };
    await db.intake.update({ where: { id: 1 }, data: { ...intake, heldUntil: new Date("2200-01-01") } });
    const { whereIsIt } = await expectSame({ ...FILE, fields: free });
    await db.intake.update({ where: { id: 1 }, data: { heldAt: null, heldUntil: null } });
    expect(whereIsIt).toContain("power is cut");
  });

  it("under a profile that changed while it was sent", async () => {
    const { db } = test.ctx;
    const { collection, fields } = await intoNew();
    const version = { collectionId: collection.id, version: 2, settings: {}, createdBy: "test" };
    await db.profileVersion.create({ data: { id: randomUUID(), ...version } });
    expect(await expectSame({ ...FILE, fields })).toMatchObject({ profileVersion: 2 });
  });

  it("that repeats one, also at the same time: one batch, and what has become of it", async () => {
    const { collection, fields } = await intoNew();
    const sent = { ...FILE, fields, key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => deposit(sent)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const where = { collectionId: collection.id };
    const { id } = await test.ctx.db.batch.findFirstOrThrow({ where });
    await test.ctx.db.batch.update({ where: { id }, data: { state: "Held", waitReason: "see" } });
    expect(await expectSame(sent)).toMatchObject({ id, state: "Held" });
    expect(await test.ctx.db.batch.count({ where })).toBe(1);
    const lane = await test.ctx.db.lane.findUniqueOrThrow({ where: { id: collection.laneId } });
    expect(lane.nextSeq).toBe(2n);
    expect((await deposit({ ...sent, body: "other" })).status).toBe(422);
  });
});

it("the answer to ledger batches names the batches that a GET shows", async () => {
  const { collection } = await intoNew();
  const { serviceId } = await test.ctx.db.lane.update({
    where: { id: collection.laneId },
    data: { backend: "sawtooth", ledger: "main" },
  });
  const headers = { authorization: `Bearer ${tokens.operator}`, "content-type": "application/octet-stream" };
  const body = Buffer.from(makeBatchList(makeBatches("answers", 2)));
  const post = () =>
    routes.ledger.POST(new Request(`${ORIGIN}/api/v1/lanes/x/batches`, { method: "POST", headers, body }), {
      params: Promise.resolve({ serviceId }),
    });
  const answer = await post();
  expect(answer.status).toBe(202);
  const { batches } = (await answer.json()) as { batches: { batchId: string; statusUrl: string }[] };
  for (const { batchId, statusUrl } of batches)
    expect(JSON.parse(String(await shown(batchId)))).toMatchObject({ id: batchId, statusUrl });
  expect(await (await post()).json()).toEqual({
    batches: batches.map((batch) => ({ ...batch, repeated: true })),
  });
});

/** The statements of one act, without announcements, which follow it. */
async function statementsOf(act: () => Promise<Response>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const { status } = await act();
  const texts = spy.mock.calls.map(([query]: readonly unknown[]) => textOf(query));
  spy.mockRestore();
  expect(status).toBe(202);
  return texts.filter((text) => !text.includes("pg_notify"));
}

function textOf(query: unknown): string {
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query);
}

describe("what a deposit asks of the database", () => {
  it("is eight statements, the transaction's begin and end among them; a key adds one", async () => {
    const { fields } = await intoNew();
    await deposit({ ...FILE, fields });
    expect(await statementsOf(() => deposit({ ...FILE, fields }))).toHaveLength(8);
    expect(await statementsOf(() => deposit({ ...FILE, fields, key: randomUUID() }))).toHaveLength(9);
  });
});
