import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { setPassword } from "../../prisma/store/person.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeSession } from "../../tests/factories/make-session.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { createToken } from "../token/create.ts";
import { closeAccount } from "./close.ts";
import { findActorOfPerson, findActorOfToken } from "./find-actor.ts";
import { getPerson } from "./get.ts";
import { reopenAccount } from "./reopen.ts";
import { sendLink } from "./send-link.ts";
import { setRole } from "./set-role.ts";

const reason = "left the department";

let test: TestContext;
let olga: Context;

beforeAll(async () => {
  test = await testContext();
});
beforeEach(async () => {
  await test.ctx.db.user.deleteMany();
  olga = await somebody("admin");
});
afterAll(() => test.end());

/** A person who has a password, and so can sign in. */
async function somebody(role: Role): Promise<Context> {
  const actor = await makePerson(test.ctx.db, role);
  await setPassword(test.ctx.db, actor.id, "a hash");
  return test.as(actor);
}
const stateOf = async (personId: string) => (await getPerson(olga, personId)).person.state;
const actionsOn = async (target: string) =>
  (await test.ctx.db.audit.findMany({ where: { target }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

describe("closing an account", () => {
  it("ends sessions, tokens and link at once; what was deposited goes on", async () => {
    const { db } = test.ctx;
    const bo = await somebody("depositor");
    const { id: personId } = bo.actor;
    const batchId = await makeBatch(db, await makeCollection(db), "Pending", { submitterId: personId });
    await makeSession(db, personId);
    const { secret } = await createToken(bo, { name: "nightly", scopes: ["deposit"] });
    await sendLink(olga, personId);
    const closed = await closeAccount(olga, { personId, reason });
    expect(closed).toMatchObject({
      state: "closed",
      closed: { by: olga.actor.name, reason, at: expect.any(String) },
    });
    const { sessions, tokens, link } = await getPerson(olga, personId);
    expect([sessions, link, tokens.map(({ revokedAt }) => revokedAt === null)]).toEqual([[], null, [false]]);
    expect(await findActorOfPerson(test.ctx, personId)).toBeUndefined();
    await expect(findActorOfToken(test.ctx, secret)).rejects.toMatchObject({ code: "account_closed" });
    expect((await db.batch.findUniqueOrThrow({ where: { id: batchId } })).state).toBe("Pending");
    const audit = await db.audit.findFirstOrThrow({ where: { target: personId, action: "person.close" } });
    expect(audit).toMatchObject({
      actorId: olga.actor.id,
      reason,
      before: { state: "active" },
      after: { state: "closed", sessionsEnded: 1, tokensRevoked: 1 },
    });
  });

  it("is done once, and reopened once; neither sessions nor tokens come back", async () => {
    const bo = await somebody("depositor");
    const { id: personId } = bo.actor;
    const { secret } = await createToken(bo, { name: "nightly", scopes: ["deposit"] });
    await expect(reopenAccount(olga, { personId })).rejects.toMatchObject({ code: "not_closed" });
    await closeAccount(olga, { personId, reason });
    await expect(closeAccount(olga, { personId, reason })).rejects.toMatchObject({ code: "already_closed" });
    await expect(sendLink(olga, personId)).rejects.toMatchObject({ code: "already_closed" });
    // a sign-in that was in progress while the account was closed
    await makeSession(test.ctx.db, personId);
    expect(await reopenAccount(olga, { personId, reason: "came back" })).toMatchObject({
      state: "active",
      closed: null,
    });
    expect((await getPerson(olga, personId)).sessions).toEqual([]);
    await expect(findActorOfToken(test.ctx, secret)).rejects.toMatchObject({ code: "token_ended" });
    expect(await findActorOfPerson(test.ctx, personId)).toMatchObject({ role: "depositor" });
    expect(await actionsOn(personId)).toEqual(["person.close", "person.reopen"]);
  });

  it("is nobody's to do to themselves, and knows nobody of another id", async () => {
    await somebody("admin");
    const own = { personId: olga.actor.id, reason };
    await expect(closeAccount(olga, own)).rejects.toMatchObject({ code: "own_account" });
    await expect(setRole(olga, { personId: own.personId, role: "viewer" })).rejects.toMatchObject({
      code: "own_account",
    });
    expect(await stateOf(own.personId)).toBe("active");
    await expect(closeAccount(olga, { personId: "nosuch", reason })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the last admin who can sign in", () => {
  it("is neither closed nor given another role, also by Waybill itself", async () => {
    const { id: personId } = olga.actor;
    await makePerson(test.ctx.db, "admin"); // invited: has no password yet
    const gone = await somebody("admin");
    await closeAccount(olga, { personId: gone.actor.id, reason });
    await expect(closeAccount(test.ctx, { personId, reason })).rejects.toMatchObject({ code: "last_admin" });
    await expect(setRole(test.ctx, { personId, role: "operator" })).rejects.toMatchObject({
      code: "last_admin",
    });
    expect(await findActorOfPerson(test.ctx, personId)).toMatchObject({ role: "admin" });
    expect(await actionsOn(personId)).toEqual([]);
  });

  it.each([
    ["closing", (ctx: Context, personId: string) => closeAccount(ctx, { personId, reason })],
    ["demoting", (ctx: Context, personId: string) => setRole(ctx, { personId, role: "viewer" })],
  ])("remains when two admins are %s each other at the same time", async (_, act) => {
    for (let round = 0; round < 10; round += 1) {
      await test.ctx.db.user.deleteMany();
      const [ada, bea] = [await somebody("admin"), await somebody("admin")];
      const outcomes = await Promise.allSettled([act(ada, bea.actor.id), act(bea, ada.actor.id)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = outcomes.find((outcome) => outcome.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "last_admin" });
      expect(await test.ctx.db.user.count({ where: { role: "admin", banned: false } })).toBe(1);
    }
  });
});

describe("setRole", () => {
  it("changes what the person may do with the next request, and says so in the audit", async () => {
    const bo = await somebody("viewer");
    const { id: personId } = bo.actor;
    expect((await setRole(olga, { personId, role: "admin" })).role).toBe("admin");
    expect(await findActorOfPerson(test.ctx, personId)).toMatchObject({ role: "admin" });
    await expect(setRole(olga, { personId, role: "admin" })).rejects.toMatchObject({
      code: "nothing_changed",
    });
    expect(await test.ctx.db.audit.findMany({ where: { target: personId } })).toMatchObject([
      { action: "person.role", before: { role: "viewer" }, after: { role: "admin" } },
    ]);
  });
});
