import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SCOPES } from "../../core/access/scopes.ts";
import { createToken } from "../../operations/token/create.ts";
import { makeWorld, type World } from "../../tests/access/world.ts";
import type { MadeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

/** What a folder of an object is called: SHA-256 of its id in parts of 3, then whole (OCFL extension 0004). */
const FOLDER = `${"abc/".repeat(3)}${"abc".repeat(3)}${"d".repeat(55)}`;

let test: TestContext;
let world: World;
let folder: string;
let token: string;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    batch: await import("./v1/batches/[id]/route.ts"),
    hold: await import("./v1/collections/[slug]/hold/route.ts"),
    lanes: await import("./v1/lanes/route.ts"),
    lane: await import("./v1/lanes/[serviceId]/route.ts"),
    laneActions: await import("./v1/lanes/[serviceId]/actions/route.ts"),
    jobs: await import("./v1/jobs/route.ts"),
    resume: await import("./v1/jobs/[id]/resume/route.ts"),
    attachment: await import("./v1/batches/[id]/reports/[number]/[filename]/route.ts"),
    objectFile: await import("./v1/objects/[id]/files/[version]/[ordinal]/route.ts"),
    changes: await import("./v1/changes/route.ts"),
    ready: await import("./health/ready/route.ts"),
    live: await import("./health/live/route.ts"),
    nothing: await import("./[[...path]]/route.ts"),
    root: (await import("../_server/root.ts")).root,
    hub: (await import("../_server/hub.ts")).hub,
  };
}

beforeAll(async () => {
  test = await testContext();
  folder = await mkdtemp(path.join(os.tmpdir(), "waybill-routes-"));
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("OBJECT_STORAGE", folder);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("LEDGERS", JSON.stringify({ main: { url: "http://127.0.0.1:8008" } }));
  routes = await loadRoutes();
  world = await makeWorld(test.ctx.db);
  const admin = await makePerson(test.ctx.db, "admin");
  token = (await createToken(test.as(admin), { name: "test", scopes: SCOPES.slice() })).secret;
});

afterAll(async () => {
  await routes.hub().end();
  await routes.root().db.$disconnect();
  await test.end();
  await rm(folder, { recursive: true });
});

describe("the API", () => {
  it("answers problem details where nothing is", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await ask(routes.nothing, `${method} /api/v1/nosuch`);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ status: 404, code: "not_found" });
    }
  });

  it("reads parts of the path, query and body, and no others", async () => {
    const { batchId: id, jobId, collection } = world;
    const batch = await ask(routes.batch, `GET /api/v1/batches/${id}`, { token }, { id });
    expect(await batch.json()).toMatchObject({ id, collection: collection.slug });
    const jobs = await ask(routes.jobs, `GET /api/v1/jobs?batch=${id}&state=Failed`, { token });
    expect(await jobs.json()).toMatchObject({ items: [{ id: jobId }], next: null });
    const wrong = await ask(routes.jobs, "GET /api/v1/jobs?jobId=x", { token });
    expect(wrong.status).toBe(400);
    const resume = (body: unknown) =>
      ask(routes.resume, `POST /api/v1/jobs/${jobId}/resume`, { token, body }, { id: jobId });
    expect((await resume({ jobId: "jid-other" })).status).toBe(400);
    expect((await resume({ at: "Completed" })).status).toBe(400);
    expect((await resume({ at: "Recording" })).status).toBe(409);
    expect((await resume({ at: "Downloading", reason: "the source is back" })).status).toBe(200);
  });

  it("holds a collection with a reason and releases the hold without one", async () => {
    const { slug } = world.collection;
    const request = `/api/v1/collections/${slug}/hold`;
    const hold = (body: unknown) => ask(routes.hold, `PUT ${request}`, { token, body }, { slug });
    expect((await hold({})).status).toBe(400);
    expect(await (await hold({ reason: "disks are moved" })).json()).toMatchObject({
      slug,
      held: { reason: "disks are moved" },
    });
    const released = await ask(routes.hold, `DELETE ${request}`, { token }, { slug });
    expect(await released.json()).toMatchObject({ slug, held: null });
  });
});

describe("lanes", () => {
  const serviceId = "01234-ABCDE::gsAA";
  const request = "/api/v1/lanes/01234-ABCDE%3A%3AgsAA";

  it("are made with their ledger's connection, and found by an encoded service id", async () => {
    const make = (body: unknown) => ask(routes.lanes, "POST /api/v1/lanes", { token, body });
    expect((await make({ serviceId, backend: "scabbard", ledger: "main", colour: "red" })).status).toBe(400);
    expect((await make({ serviceId, backend: "scabbard", ledger: "other" })).status).toBe(422);
    const made = await make({ serviceId, backend: "scabbard", ledger: "main", settings: { tries: 3 } });
    expect([made.status, await made.json()]).toMatchObject([201, { serviceId, settings: { tries: 3 } }]);
    expect((await make({ serviceId, backend: "scabbard", ledger: "main" })).status).toBe(409);
    for (const part of ["01234-ABCDE%3A%3AgsAA", serviceId]) {
      const lane = await ask(routes.lane, `GET ${request}`, { token }, { serviceId: part });
      expect(await lane.json()).toMatchObject({ serviceId, why: { cause: "empty" } });
    }
    for (const part of ["nowhere", "%E0%A4%A"]) {
      expect((await ask(routes.lane, "GET /x", { token }, { serviceId: part })).status).toBe(404);
    }
    const list = await ask(routes.lanes, "GET /api/v1/lanes?q=ABCDE&limit=1", { token });
    expect(await list.json()).toMatchObject({ items: [{ serviceId, depth: 0 }], next: null });
    expect((await ask(routes.lanes, "GET /api/v1/lanes?limit=0", { token })).status).toBe(400);
  });

  it("take acts with a reason, and no others", async () => {
    const act = (body: unknown) =>
      ask(routes.laneActions, `POST ${request}/actions`, { token, body }, { serviceId });
    for (const wrong of [
      {},
      { action: "hold" },
      { action: "hold", reason: " " },
      { action: "hold", reason: "x".repeat(501) },
      { action: "hold", reason: "x", batchId: "b" },
      { action: "explode", reason: "x" },
      { action: "resolve", reason: "x", batchId: "b" },
    ])
      expect((await act(wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect(await (await act({ action: "hold", reason: "disks" })).json()).toMatchObject({
      held: { reason: "disks" },
    });
    const again = await act({ action: "hold", reason: "disks" });
    expect([again.status, (await again.json()).code]).toEqual([409, "already_held"]);
    const skip = await act({ action: "skip", reason: "x", batchId: "bid-nowhere" });
    expect(skip.status).toBe(404);
  });
});

describe("downloads", () => {
  it("bring a report's file, unpacked", async () => {
    const params = { id: world.batchId, number: "1", filename: "jobs.csv" };
    const response = await ask(routes.attachment, "GET /x", { token }, params);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="jobs.csv"; filename*=UTF-8''jobs.csv`,
    );
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(await response.text()).toBe("ordinal,state\n1,Completed\n");
  });

  it("lead a reader of a mail who is not signed in to the sign-in and back; a script is refused", async () => {
    const path = `/api/v1/batches/${world.batchId}/reports/1/jobs.csv`;
    const params = { id: world.batchId, number: "1", filename: "jobs.csv" };
    const link = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" };
    const reader = await ask(routes.attachment, `GET ${path}`, { headers: link }, params);
    expect([reader.status, reader.headers.get("location")]).toEqual([
      303,
      `/sign-in?returnTo=${encodeURIComponent(path)}`,
    ]);
    expect(await reader.text()).toBe("");
    const script = await ask(routes.attachment, `GET ${path}`, {}, params);
    expect([script.status, (await script.json()).code]).toEqual([401, "not_signed_in"]);
  });

  it("give a depositor the files of her own collections only", async () => {
    const params = { id: world.batchId, number: "1", filename: "jobs.csv" };
    const tokenOf = async (collections: readonly MadeCollection[]) => {
      const person = await makePerson(test.ctx.db, "depositor", collections);
      return (await createToken(test.as(person), { name: "x", scopes: ["read"] })).secret;
    };
    const own = await ask(routes.attachment, "GET /x", { token: await tokenOf([world.collection]) }, params);
    expect(own.status).toBe(200);
    const other = await ask(routes.attachment, "GET /x", { token: await tokenOf([]) }, params);
    expect([other.status, (await other.json()).code]).toEqual([404, "not_found"]);
  });

  it("bring an object's file from storage", async () => {
    const { objectId } = world;
    await test.ctx.db.storedObject.update({ where: { id: objectId }, data: { root: FOLDER } });
    const content = path.join(folder, "ocfl", FOLDER, "v1/content/producer");
    await mkdir(content, { recursive: true });
    await writeFile(path.join(content, "map.tif"), "abc");
    const params = { id: objectId, version: "1", ordinal: "1" };
    const response = await ask(routes.objectFile, "GET /x", { token }, params);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "3"]);
    expect(await response.text()).toBe("abc");
    for (const wrong of [{ ordinal: "2" }, { ordinal: "x" }, { version: "-1" }, { ordinal: "1e999" }]) {
      expect((await ask(routes.objectFile, "GET /x", { token }, { ...params, ...wrong })).status).toBe(404);
    }
  });

  it("that are gone from storage are an operator's business", async () => {
    const { objectId } = world;
    const file = { id: objectId, version: "1", ordinal: "1" };
    await rm(path.join(folder, "ocfl/abc"), { recursive: true });
    const response = await ask(routes.objectFile, "GET /x", { token }, file);
    expect(response.status).toBe(500);
    expect(JSON.stringify(await response.json())).not.toContain(folder);

    await rm(path.join(folder, "ocfl"), { recursive: true });
    const away = await ask(routes.objectFile, "GET /x", { token }, file);
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
    const words = await away.json();
    expect(words).toMatchObject({ code: "storage_away", who: "operator" });
    expect(JSON.stringify(words)).not.toContain(folder);
  });
});

describe("changes", () => {
  it("are told to who follows them, until the process stops", async () => {
    const response = await ask(routes.changes, "GET /api/v1/changes", { token });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("retry:");
    test.ctx.changes.note({ batch: world.batchId });
    expect((await reader?.read())?.value).toBe(
      `event: change\ndata: {"batches":["${world.batchId}"],"jobs":[],"mails":false}\n\n`,
    );
    expect((await ask(routes.ready, "GET /api/health/ready")).status).toBe(200);
    await routes.hub().end();
    expect(await reader?.read()).toMatchObject({ done: true });
    const ready = await ask(routes.ready, "GET /api/health/ready");
    expect([ready.status, (await ready.json()).code]).toEqual([503, "shutting_down"]);
    expect((await ask(routes.live, "GET /api/health/live")).status).toBe(200);
    expect((await ask(routes.changes, "GET /api/v1/changes", { token })).status).toBe(503);
  });
});
