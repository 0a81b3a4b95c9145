import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDice } from "../chaos/dice.ts";
import { makeLaneScene, makeStanding } from "../factories/lane-scene.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeJob } from "../factories/make-job.ts";
import { ask } from "../factories/web-client.ts";
import { type Client, openWeb, type Web } from "./web.ts";

vi.mock("server-only", () => ({}));

/** F27: 20 requests of two admins at once. */
const REQUESTS = 20;
const reason = "two admins at once";

let web: Web;
let admins: readonly [Client, Client];

beforeAll(async () => {
  web = await openWeb(() => ({}));
  admins = [await web.makeAdmin(), await web.makeAdmin()];
});

afterAll(() => web?.end());

type Answer = { readonly status: number; readonly code: string | undefined; readonly detail: string };

/** Sends the same request 20 times at once, the admins taking turns. */
async function storm(send: (token: string, place: number) => Promise<Response>): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: REQUESTS }, async (_, place) => {
      const response = await send(admins[place % 2 === 0 ? 0 : 1].token, place);
      const { code, detail = "" } = (await response.json()) as { code?: string; detail?: string };
      return { status: response.status, code, detail };
    }),
  );
}

const act = (serviceId: string, body: object) => (token: string) =>
  ask(web.routes.laneActions, `POST /api/v1/lanes/${serviceId}/actions`, { token, body }, { serviceId });

const audits = (target: string) =>
  web.test.ctx.db.audit.findMany({ where: { target }, orderBy: { id: "asc" } });

/** One won; the others were told that it is so already, in these words; one row says who did it. */
async function expectOneWinner(answers: readonly Answer[], target: string, code: string, words: RegExp) {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map((other) => `${other.status} ${other.code}`))).toEqual(new Set([`409 ${code}`]));
  for (const { detail } of others) expect(detail).toMatch(words);
  const rows = await audits(target);
  expect(rows).toHaveLength(1);
  expect(admins.map(({ actor }) => actor.name)).toContain(rows[0]?.actor);
}

describe("20 requests of two admins at once", () => {
  it.each([
    ["hold", {}, "already_held", /held already/],
    ["halt", {}, "already_halted", /halted already/],
    ["release", { heldAt: new Date(), heldBy: "Olga", heldReason: "x" }, "not_held", /not held/],
    ["resume", { haltedAt: new Date(), haltedReason: "x" }, "not_halted", /not halted/],
  ] as const)("%s a lane once", async (action, given, code, words) => {
    const { serviceId } = await makeLaneScene(web.test.ctx.db, {
      backend: "sawtooth",
      ledger: "main",
      ...given,
    });
    const answers = await storm(act(serviceId, { action, reason }));
    await expectOneWinner(answers, serviceId, code, words);
  });

  it.each([
    ["resend", {}, "not_unknown", /Delayed/],
    ["skip", { even_if_it_may_still_apply: true }, "batch_final", /Skipped/],
    ["resolve", { as: "Committed" }, "batch_final", /Committed/],
  ] as const)("%s a batch once", async (action, more, code, words) => {
    const { serviceId, batchId } = await makeStanding(web.test.ctx.db, "unresolved");
    const answers = await storm(act(serviceId, { action, batchId, reason, ...more }));
    await expectOneWinner(answers, serviceId, code, words);
  });

  it("decide differently on one batch: one decision stands", async () => {
    const { serviceId, batchId } = await makeStanding(web.test.ctx.db, "unresolved");
    const asks = [
      { action: "resend" },
      { action: "skip", even_if_it_may_still_apply: true },
      { action: "resolve", as: "Committed" },
      { action: "resolve", as: "Invalid" },
    ];
    const answers = await storm((token, place) =>
      act(serviceId, { ...asks[place % asks.length], batchId, reason })(token),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    // what was resent may still be skipped, as it is nowhere under way
    expect([1, 2]).toContain(done);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const rows = await audits(serviceId);
    expect(rows).toHaveLength(done);
    if (done === 2) expect(rows.map(({ action }) => action)).toEqual(["lane.resend", "lane.skip"]);
  });

  it("hold and release a lane as a dice says: the rows alternate, one for each act that happened", async () => {
    const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e6));
    console.log(`seed ${seed}`);
    const dice = openDice(seed);
    const { serviceId, laneId } = await makeLaneScene(web.test.ctx.db);
    const answers = await storm((token) =>
      act(serviceId, { action: dice.pick(["hold", "release"]), reason })(token),
    );
    const rows = await audits(serviceId);
    expect(rows).toHaveLength(answers.filter(({ status }) => status === 200).length);
    expect(rows.map(({ action }) => action)).toEqual(
      rows.map((_, place) => (place % 2 === 0 ? "lane.hold" : "lane.release")),
    );
    const others = answers.filter(({ status }) => status !== 200);
    expect(
      others.every(({ status, code = "" }) => status === 409 && /already_held|not_held/.test(code)),
    ).toBe(true);
    const lane = await web.test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
    expect(lane.heldAt !== null).toBe(rows.length % 2 === 1);
  });

  it("hold a collection, with its jobs, once, and release the hold once", async () => {
    const collection = await makeCollection(web.test.ctx.db);
    const { slug } = collection;
    const address = `/api/v1/collections/${slug}/hold`;
    const held = await storm((token) =>
      ask(web.routes.hold, `PUT ${address}`, { token, body: { reason } }, { slug }),
    );
    await expectOneWinner(held, slug, "already_held", /held already/);
    const batchId = await makeBatch(web.test.ctx.db, collection, "Processing");
    const jobId = await makeJob(web.test.ctx.db, batchId, "Held");
    const released = await storm((token) => ask(web.routes.hold, `DELETE ${address}`, { token }, { slug }));
    expect(released.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(released.filter(({ status, code }) => status === 409 && code === "not_held")).toHaveLength(
      REQUESTS - 1,
    );
    expect((await audits(slug)).map(({ action }) => action)).toEqual([
      "collection.hold",
      "collection.release",
    ]);
    expect(await web.test.ctx.db.event.count({ where: { jobId, kind: "job.moved" } })).toBe(1);
  });

  it("resume a failed job once", async () => {
    const collection = await makeCollection(web.test.ctx.db);
    const batchId = await makeBatch(web.test.ctx.db, collection, "Failed");
    const jobId = await makeJob(web.test.ctx.db, batchId, "Failed");
    const answers = await storm((token) =>
      ask(web.routes.resume, `POST /api/v1/jobs/${jobId}/resume`, { token, body: { reason } }, { id: jobId }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(
      others.every(({ status, code = "" }) => status === 409 && /not_failed|stale_state/.test(code)),
    ).toBe(true);
    expect((await audits(jobId)).map(({ action }) => action)).toEqual(["job.resume"]);
    expect(await web.test.ctx.db.event.count({ where: { jobId, kind: "job.moved" } })).toBe(1);
  });
});
