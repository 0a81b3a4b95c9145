import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeToken } from "../../tests/factories/make-token.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";

vi.mock("server-only", () => ({}));

const QUOTA = 10_000;
const MOST = 3;

let test: TestContext;
let routes: Awaited<ReturnType<typeof loadRoutes>>;
let folder: string;
let tokens: Readonly<Record<Role, string>>;

async function loadRoutes() {
  return {
    batches: await import("./v1/batches/route.ts"),
    poster: await import("../poster/[verb]/route.ts"),
    root: (await import("../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-uploads-"));
  const env = {
    DATABASE_URL: test.url,
    AUTH_SECRET: `${randomUUID()}${randomUUID()}`,
    LOG_LEVEL: "silent",
    WORKING_STORAGE: folder,
    WORKING_STORAGE_QUOTA: String(QUOTA),
    UPLOADS_PER_PERSON: String(MOST),
    DISK_RESERVE: "0",
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  routes = await loadRoutes();
  const maps = await makeCollection(test.ctx.db, { slug: "maps" });
  await makeCollection(test.ctx.db, { slug: "films" });
  const token = async (role: Role) =>
    makeToken(test.ctx.db, (await makePerson(test.ctx.db, role, [maps])).id);
  tokens = {
    admin: await token("admin"),
    operator: await token("operator"),
    depositor: await token("depositor"),
    viewer: await token("viewer"),
  };
});

/** Uploads under way that a test has not ended. */
const open: Sending[] = [];

afterEach(async () => {
  for (const sending of open.splice(0)) await sending.leave();
  expect(await stored()).toEqual([]);
  await test.ctx.db.batch.updateMany({ data: { payloadPath: null } });
});

afterAll(async () => {
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
  await rm(folder, { recursive: true, force: true });
});

async function stored(): Promise<string[]> {
  return readdir(path.join(folder, "uploads")).catch(() => []);
}

/** A request whose body is sent piece by piece, and what was answered so far. */
type Sending = {
  send(piece: string): void;
  end(): void;
  /** Breaks the connection off, and waits until that was noticed. */
  leave(): Promise<void>;
  readonly answer: Promise<Response>;
};

type Head = { readonly as?: Role; readonly bytes?: number; readonly form?: boolean };

function begin(address: string, { as = "operator", bytes, form = false }: Head = {}): Sending {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const headers = new Headers({
    authorization: `Bearer ${tokens[as]}`,
    "content-type": form ? "multipart/form-data; boundary=b" : "application/octet-stream",
  });
  if (bytes !== undefined) headers.set("content-length", String(bytes));
  const init = { method: "POST", headers, body: stream, duplex: "half" } as const;
  const request = new Request(`http://127.0.0.1:3000${address}`, init);
  const answer = address.startsWith("/poster/")
    ? routes.poster.POST(request, { params: Promise.resolve({ verb: "submit" }) })
    : routes.batches.POST(request, undefined);
  answer.catch(() => undefined);
  const sending: Sending = {
    send: (piece) => body?.enqueue(new TextEncoder().encode(piece)),
    end: () => body?.close(),
    leave: async () => {
      try {
        body?.error(new Error("gone"));
      } catch {
        // it has ended
      }
      await answer.catch(() => undefined);
    },
    answer,
  };
  open.push(sending);
  return sending;
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const raw = (query: string) => `/api/v1/batches?filename=a.txt&type=file&${query}`;

async function codeOf(answer: Response): Promise<unknown> {
  const { code } = await answer.json();
  return [answer.status, code];
}

describe("an upload is judged before the first byte of its file is kept, and before it has come:", () => {
  it.each<[string, number, string, string, Head]>([
    ["its collection", 404, "unknown_collection", "collection=nowhere", {}],
    ["whose collection it is", 404, "unknown_collection", "collection=films", { as: "depositor" }],
    ["its sender's role", 403, "not_allowed", "collection=maps", { as: "viewer" }],
    ["its length", 413, "too_large", "collection=maps", { bytes: QUOTA + 1 }],
    ["the size it declares", 413, "too_large", `collection=maps&size=${QUOTA + 1}`, {}],
    ["size and length together", 422, "payload_size_mismatch", "collection=maps&size=10", { bytes: 11 }],
    ["its digest", 422, "digest_unsupported", "collection=maps&digestType=crc&digestValue=00", {}],
  ])("%s, as a raw body", async (_, status, code, query, head) => {
    const sending = begin(raw(query), head);
    sending.send("0123456789");
    expect(await codeOf(await sending.answer)).toEqual([status, code]);
    expect(await stored()).toEqual([]);
  });

  it.each<[string, number, string, Readonly<Record<string, string>>, Head]>([
    ["its collection", 404, "unknown_collection", { collection: "nowhere" }, {}],
    ["whose collection it is", 404, "unknown_collection", { collection: "films" }, { as: "depositor" }],
    ["its sender's role", 403, "not_allowed", { collection: "maps" }, { as: "viewer" }],
    ["its length", 413, "too_large", { collection: "maps" }, { bytes: QUOTA + 200_000 }],
    ["the size it declares", 413, "too_large", { collection: "maps", size: String(QUOTA + 1) }, {}],
  ])("%s, as a form", async (_, status, code, fields, head) => {
    const sending = begin("/api/v1/batches", { ...head, form: true });
    for (const [name, value] of Object.entries(fields)) sending.send(field(name, value));
    sending.send(`${FILE}0123456789`);
    expect(await codeOf(await sending.answer)).toEqual([status, code]);
    expect(await stored()).toEqual([]);
  });

  it("as a form of Merritt's", async () => {
    const sending = begin("/poster/submit", { form: true });
    for (const [name, value] of [
      ["responseForm", "json"],
      ["profile", "nowhere_content"],
    ] as const)
      sending.send(field(name, value));
    sending.send(`${FILE}0123456789`);
    expect((await sending.answer).status).toBe(404);
    expect(await stored()).toEqual([]);
  });
});

describe("a field after the file", () => {
  it.each(["/api/v1/batches", "/poster/submit"])(
    "is judged as it comes, and the file is dropped: %s",
    async (address) => {
      const sending = begin(address, { form: true });
      const isMerritt = address.startsWith("/poster");
      if (isMerritt) sending.send(field("responseForm", "json"));
      sending.send(`${FILE}0123456789`);
      await vi.waitFor(async () => expect(await stored()).toHaveLength(1));
      sending.send(`\r\n${isMerritt ? field("profile", "nowhere_content") : field("collection", "nowhere")}`);
      sending.send('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nThe form goes on');
      const answer = await sending.answer;
      expect(answer.status).toBe(404);
      expect(await stored()).toEqual([]);
    },
  );

  it("may be any of the others' halves", async () => {
    const sending = begin("/api/v1/batches", { form: true });
    sending.send(`${FILE}hello\r\n${field("digestType", "md5")}${field("collection", "maps")}`);
    sending.send(
      `${field("digestValue", "5d41402abc4b2a76b9719d911017c592")}${field("type", "file")}--b--\r\n`,
    );
    sending.end();
    expect((await sending.answer).status).toBe(202);
  });
});

describe("the quota of working storage", () => {
  async function deposit(bytes: number): Promise<Response> {
    const sending = begin(raw("collection=maps"), { bytes });
    sending.send("x".repeat(bytes));
    sending.end();
    return sending.answer;
  }

  it("is taken by uploads that are kept, until their batch has ended", async () => {
    expect((await deposit(6_000)).status).toBe(202);
    const sending = begin(raw("collection=maps"), { bytes: 4_001 });
    const refused = await sending.answer;
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      status: 507,
      code: "working_storage_full",
      detail:
        "This upload is at least 4.0 kB, but working storage has room for only 4.0 kB besides the deposits in progress. Nothing of it was kept; send it again when some of them have ended.",
    });
    expect((await deposit(4_000)).status).toBe(202);
    await test.ctx.db.batch.updateMany({ data: { payloadPath: null } });
    expect((await deposit(10_000)).status).toBe(202);
  });

  it("is taken by uploads that come in, as long as they say they are", async () => {
    const first = begin(raw("collection=maps"), { bytes: 7_000 });
    first.send("x");
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1));
    const form = begin("/api/v1/batches", { form: true });
    form.send(`${field("collection", "maps")}${field("size", "3001")}${FILE}x`);
    expect(await codeOf(await form.answer)).toEqual([507, "working_storage_full"]);
    expect(await stored()).toHaveLength(1);
    await first.leave();
    expect((await deposit(10_000)).status).toBe(202);
  });

  it("holds for uploads that do not say how long they are", async () => {
    expect((await deposit(6_000)).status).toBe(202);
    const [one, form] = [begin(raw("collection=maps")), begin("/api/v1/batches", { form: true })];
    one.send("x".repeat(3_000));
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1));
    one.send("x".repeat(1_001));
    expect(await codeOf(await one.answer)).toEqual([507, "working_storage_full"]);
    form.send(`${field("collection", "maps")}${FILE}${"x".repeat(4_200)}`);
    expect(await codeOf(await form.answer)).toEqual([507, "working_storage_full"]);
  });

  it("beside running jobs; alone, an upload may have all of it", async () => {
    expect((await deposit(10)).status).toBe(202);
    const { id: batchId } = await test.ctx.db.batch.findFirstOrThrow({
      where: { payloadPath: { not: null } },
    });
    const job = {
      id: `jid-${randomUUID()}`,
      batchId,
      ordinal: 1,
      payload: "file",
      filename: "a",
      priority: 5,
    } as const;
    await test.ctx.db.job.create({
      data: { ...job, submitter: "t", spaceReserved: 9_000, state: "Downloading" },
    });
    const sending = begin(raw("collection=maps"), { bytes: 991 });
    expect(await codeOf(await sending.answer)).toEqual([507, "working_storage_full"]);
    await test.ctx.db.batch.updateMany({ data: { payloadPath: null } });
    expect((await deposit(991)).status).toBe(202);
    await test.ctx.db.job.update({ where: { id: job.id }, data: { spaceReserved: 0 } });
  });
});

describe("the uploads of one person at a time", () => {
  it.each(["/api/v1/batches?filename=a.txt&type=file&collection=maps", "/poster/submit"])(
    `are ${MOST}, whoever else sends some: %s`,
    async (address) => {
      const form = address.startsWith("/poster");
      const sendings = Array.from({ length: MOST }, () => begin(raw("collection=maps")));
      for (const sending of sendings) sending.send("x");
      await vi.waitFor(async () => expect(await stored()).toHaveLength(MOST));
      const refused = await begin(address, { form }).answer;
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
      expect(await refused.text()).toContain(
        "You have 3 uploads under way, the most one person may have at a time. Wait until one has ended, then send this one again.",
      );
      const other = begin(raw("collection=maps"), { as: "admin" });
      other.send("x");
      other.end();
      expect((await other.answer).status).toBe(202);
      sendings[0]?.end();
      expect((await sendings[0]?.answer)?.status).toBe(202);
      const next = begin(raw("collection=maps"));
      next.send("x");
      next.end();
      expect((await next.answer).status).toBe(202);
    },
  );
});
