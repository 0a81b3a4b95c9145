import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import { execute } from "../../scripts/db/database.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { ChangeHub } from "./stream.ts";

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;
const hubs: ChangeHub[] = [];

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db);
  films = await makeCollection(test.ctx.db);
});

afterEach(() => Promise.all(hubs.splice(0).map((hub) => hub.end())));
afterAll(() => test.end());

function makeHub(): ChangeHub {
  const hub = new ChangeHub(test.url, test.ctx.db, test.ctx.log);
  hubs.push(hub);
  return hub;
}

it("wakes who waits for a position by the news of a beat alone", async () => {
  const unread = {} as typeof test.ctx.db;
  const hub = new ChangeHub(test.url, unread, test.ctx.log);
  hubs.push(hub);
  const admin = await makePerson(test.ctx.db, "admin");
  await follow(hub, admin);
  const after = Number((await test.ctx.db.sequencerLatest.findFirstOrThrow()).position);
  const waits = hub.hints().until(after, 20_000, new AbortController().signal);
  await makeBatch(test.ctx.db, maps);
  const began = performance.now();
  await orderNow(test.ctx);
  await waits;
  console.log(`woken ${Math.round(performance.now() - began)} ms after ordering began`);
  expect(performance.now() - began).toBeLessThan(15_000);
});

/** Follows as the actor. */
async function follow(hub: ChangeHub, actor: Actor, signal = new AbortController().signal) {
  return reading(await hub.followChanges(actor, signal, async () => actor));
}

/** `next` answers the next message that is an event; undefined at the end. */
function reading({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<unknown> => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return undefined;
      const [, data] = /^event: change\ndata: (.*)\n\n$/.exec(value) ?? [];
      if (data !== undefined) return JSON.parse(data);
    }
  };
  return { next };
}

describe("ChangeHub", () => {
  it("tells each follower of what they may read", async () => {
    const { db, changes } = test.ctx;
    const hub = makeHub();
    const map = await makeBatch(db, maps);
    const mapJob = await makeJob(db, map);
    const film = await makeBatch(db, films);
    const [operator, ada, stranger] = await Promise.all([
      makePerson(db, "operator"),
      makePerson(db, "depositor", [maps]),
      makePerson(db, "depositor"),
    ]);
    const streams = await Promise.all([operator, ada, stranger].map((actor) => follow(hub, actor)));
    changes.note({ batch: map, job: mapJob });
    changes.note({ batch: film, mail: true });
    const [byOperator, byAda, byStranger] = streams;
    expect(await byOperator?.next()).toEqual({ batches: [map, film], jobs: [mapJob], mails: true });
    expect(await byAda?.next()).toEqual({ batches: [map], jobs: [mapJob], mails: false });
    await hub.end();
    expect(await byStranger?.next()).toBeUndefined();
  });

  it("ends the streams after a gap, so that pages come back and read everything anew", async () => {
    const hub = makeHub();
    const { next } = await follow(hub, await makePerson(test.ctx.db, "admin"));
    const ended = next();
    await execute(
      test.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'waybill-listen'",
    );
    expect(await ended).toBeUndefined();
  });

  it("forgets who left", async () => {
    const hub = makeHub();
    const admin = await makePerson(test.ctx.db, "admin");
    for (let n = 0; n < 40; n += 1) {
      const left = new AbortController();
      await follow(hub, admin, left.signal);
      left.abort();
      await new Promise(setImmediate);
    }
    await expect(follow(hub, admin)).resolves.toBeDefined();
  });

  it("follows 32 times for one person, no more", async () => {
    const hub = makeHub();
    const admin = await makePerson(test.ctx.db, "admin");
    for (let n = 0; n < 32; n += 1) await follow(hub, admin);
    await expect(follow(hub, admin)).rejects.toMatchObject({ code: "too_many_requests" });
    const other = await makePerson(test.ctx.db, "admin");
    await expect(follow(hub, other)).resolves.toBeDefined();
  });

  it("says so when there is no database to hear from", { timeout: 10_000 }, async () => {
    const hub = new ChangeHub("postgresql://nobody:x@127.0.0.1:1/none", test.ctx.db, test.ctx.log);
    hubs.push(hub);
    const admin = await makePerson(test.ctx.db, "admin");
    await expect(follow(hub, admin)).rejects.toMatchObject({ code: "database_unavailable" });
  });

  it("takes nobody once it is ending", async () => {
    const hub = makeHub();
    const admin = await makePerson(test.ctx.db, "admin");
    const { next } = await follow(hub, admin);
    expect(hub.ending).toBe(false);
    await hub.end();
    expect(hub.ending).toBe(true);
    expect(await next()).toBeUndefined();
    await expect(follow(hub, admin)).rejects.toMatchObject({ code: "shutting_down" });
  });

  it("ends the stream of somebody who is refused now, and narrows that of somebody who may see less", async () => {
    const { db, changes } = test.ctx;
    const hub = makeHub();
    const [banned, demoted] = [await makePerson(db, "admin"), await makePerson(db, "operator")];
    const signal = new AbortController().signal;
    const gone = await hub.followChanges(banned, signal, async () => undefined);
    let now: Actor = demoted;
    const less = await hub.followChanges(demoted, signal, async () => now);
    now = { ...demoted, role: "depositor", grants: [maps.id] };
    await hub.recheck();
    expect((await new Response(gone.body).text()).startsWith("retry:")).toBe(true);
    const film = await makeBatch(db, films);
    const map = await makeBatch(db, maps);
    const { next } = reading(less);
    changes.note({ batch: film });
    changes.note({ batch: map });
    expect(await next()).toEqual({ batches: [map], jobs: [], mails: false });
  });
});
