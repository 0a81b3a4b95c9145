import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LaneChange } from "../../core/contracts/lane-requests.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import { type LaneScene, makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { getLane } from "./get.ts";
import { updateLaneSettings } from "./update.ts";

let test: TestContext;
let admin: Context;

beforeAll(async () => {
  test = await testContext();
  admin = test.as(await makePerson(test.ctx.db, "admin"));
});

afterAll(() => test.end());

const REASON = "the validator is slow";
const sceneOf = (lane: Prisma.LaneUncheckedUpdateInput = {}) =>
  makeLaneScene(test.ctx.db, { backend: "sawtooth", ledger: "main", ...lane });

async function change({ serviceId }: LaneScene, asked: object) {
  const { revision } = await getLane(admin, serviceId);
  return updateLaneSettings(admin, {
    serviceId,
    ...LaneChange.parse({ revision, reason: REASON, ...asked }),
  });
}

describe("changing a lane", () => {
  it("sets what is named, puts null back to the standard value, leaves the rest, and is audited", async () => {
    const scene = await sceneOf({ settings: { tries: 3, graceMs: 60_000, afterInvalid: "halt" } });
    const lane = await change(scene, {
      ordering: "unordered",
      width: 4,
      settings: { delayWindowMs: 30_000, graceMs: null },
    });
    const own = { tries: 3, afterInvalid: "halt", delayWindowMs: 30_000 };
    expect(lane).toMatchObject({
      ordering: "unordered",
      width: 4,
      ownSettings: own,
      settings: { ...own, graceMs: 30_000, stuckValidMs: 60_000 },
      mayChange: true,
    });
    expect(lane.ownSettings).toEqual(own);
    const {
      id: _,
      at: __,
      ...audit
    } = await test.ctx.db.audit.findFirstOrThrow({
      where: { target: scene.serviceId },
    });
    expect(audit).toEqual({
      actorId: admin.actor.id,
      actor: admin.actor.name,
      email: admin.actor.email,
      via: "session",
      tokenId: null,
      token: null,
      address: null,
      ownerId: null,
      action: "lane.update",
      target: scene.serviceId,
      reason: REASON,
      before: {
        ordering: "serial",
        width: 1,
        settings: { tries: 3, graceMs: 60_000, afterInvalid: "halt" },
      },
      after: { ordering: "unordered", width: 4, settings: own },
    });
    const { dueAt } = await test.ctx.db.lane.findUniqueOrThrow({ where: { id: scene.laneId } });
    expect(dueAt).not.toBeNull();
  });

  it("is refused to whoever has read older settings, also when both ask at once", async () => {
    const scene = await sceneOf();
    const { revision } = await getLane(admin, scene.serviceId);
    const ask = (tries: number) =>
      updateLaneSettings(admin, {
        serviceId: scene.serviceId,
        ...LaneChange.parse({ revision, reason: REASON, settings: { tries } }),
      });
    const ends = await Promise.allSettled([ask(3), ask(4)]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "stale_state" },
    });
    expect(await test.ctx.db.audit.count({ where: { target: scene.serviceId } })).toBe(1);
  });

  it("keeps its revision while only its batches change", async () => {
    const scene = await sceneOf();
    const { revision } = await getLane(admin, scene.serviceId);
    await scene.add("Pending");
    expect((await getLane(admin, scene.serviceId)).revision).toBe(revision);
    expect((await change(scene, { width: 2 })).revision).not.toBe(revision);
  });

  it.each<[ErrorCode, object, Prisma.LaneUncheckedUpdateInput]>([
    ["nothing_changed", {}, {}],
    ["nothing_changed", { width: 1, settings: { tries: 3 } }, { settings: { tries: 3 } }],
    ["nothing_changed", { settings: { tries: null } }, {}],
    ["bad_request", { settings: { postTimeoutMs: 180_001 } }, {}],
    ["stale_state", { revision: "other", width: 3 }, {}],
  ])("ends with %s for %j and leaves nothing", async (code, asked, lane) => {
    const scene = await sceneOf(lane);
    const before = await getLane(admin, scene.serviceId);
    await expect(change(scene, asked)).rejects.toMatchObject({ code });
    expect((await getLane(admin, scene.serviceId)).revision).toBe(before.revision);
    expect(await test.ctx.db.audit.count({ where: { target: scene.serviceId } })).toBe(0);
  });

  it("takes long times where no ledger is called", async () => {
    const scene = await makeLaneScene(test.ctx.db, { backend: "repository" });
    const lane = await change(scene, { settings: { delayWindowMs: 175_000 } });
    expect(lane.settings.delayWindowMs).toBe(175_000);
  });

  it("makes a lane serial only when one batch at most is in flight", async () => {
    const scene = await sceneOf({ ordering: "unordered", width: 2 });
    const pending = { submitted: true, submissionStatus: "Pending", acceptedAt: new Date() } as const;
    const [first] = [await scene.add("Processing", pending), await scene.add("Processing", pending)];
    await scene.add("Pending");
    await expect(change(scene, { ordering: "serial" })).rejects.toMatchObject({ code: "several_open" });
    const ended = { submissionStatus: "Committed", state: "Completed" } as const;
    await test.ctx.db.batch.update({ where: { id: first }, data: ended });
    expect((await change(scene, { ordering: "serial" })).ordering).toBe("serial");
  });

  it.each([
    [{ reason: " " }, "reason"],
    [{ settings: { tries: 0 } }, "settings.tries"],
    [{ settings: { afterInvalid: "stop" } }, "settings.afterInvalid"],
    [{ settings: { unheardOf: 1 } }, "settings"],
    [{ settings: { unheardOf: null } }, "settings"],
    [{ settings: { delayWindowMs: "soon" } }, "settings.delayWindowMs"],
    [{ width: 0 }, "width"],
    [{ backend: "scabbard" }, ""],
    [{ revision: undefined }, "revision"],
  ])("takes no request like %j", (asked, path) => {
    const { error } = LaneChange.safeParse({ revision: "r", reason: REASON, ...asked });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
});
