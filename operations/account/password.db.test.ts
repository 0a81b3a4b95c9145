import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Attempts } from "../../core/access/attempts.ts";
import { fitsPassword, hashPassword } from "../../lib/password.ts";
import { findPasswordHash, setPassword } from "../../prisma/store/person.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeSession } from "../../tests/factories/make-session.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { lookUpLink } from "../link/look-up.ts";
import { findActorOfToken } from "../person/find-actor.ts";
import { sendLink } from "../person/send-link.ts";
import { endSession, endSessions } from "../session/end.ts";
import { createToken } from "../token/create.ts";
import { changePassword } from "./change-password.ts";
import { getAccount } from "./get.ts";

const OLD = "four words without sense";
const NEW = "five words without any sense";

let test: TestContext;
let olga: Context;
beforeAll(async () => {
  test = await testContext();
  olga = test.as(await makePerson(test.ctx.db, "admin"));
});
afterAll(() => test.end());

/** Somebody signed in twice; `ctx` is the first session. */
async function signedIn() {
  const actor = await makePerson(test.ctx.db, "depositor");
  await setPassword(test.ctx.db, actor.id, await hashPassword(OLD));
  const [sessionId, other] = [
    await makeSession(test.ctx.db, actor.id),
    await makeSession(test.ctx.db, actor.id),
  ];
  return { ctx: test.as({ ...actor, sessionId }), sessionId, other };
}
const tries = () => new Attempts(10, 60_000);
const change = (ctx: Context, given: object = {}, guard = tries()) =>
  changePassword(ctx, { currentPassword: OLD, newPassword: NEW, ...given }, guard);
const fits = async (ctx: Context, password: string) =>
  fitsPassword((await findPasswordHash(test.ctx.db, ctx.actor.id)) ?? "", password);
const sessionIds = async (ctx: Context) => (await getAccount(ctx)).sessions.map(({ id }) => id);

describe("changing the own password", () => {
  it("ends the other sessions and an open link, and keeps the tokens", async () => {
    const { ctx, sessionId } = await signedIn();
    const { secret } = await createToken(ctx, { name: "x", scopes: ["read"] });
    const link = (await sendLink(olga, ctx.actor.id)).url.split("#")[1] ?? "";
    expect(await change(ctx)).toEqual({ sessionsEnded: 1, tokensRevoked: 0 });
    expect([await fits(ctx, OLD), await fits(ctx, NEW)]).toEqual([false, true]);
    expect(await sessionIds(ctx)).toEqual([sessionId]);
    expect(await findActorOfToken(test.ctx, secret)).toBeDefined();
    await expect(lookUpLink(test.ctx, link)).rejects.toMatchObject({ code: "link_ended" });
    const audit = await test.ctx.db.audit.findMany({
      where: { target: ctx.actor.id, action: "account.password" },
    });
    expect(audit).toMatchObject([{ actorId: ctx.actor.id, after: { sessionsEnded: 1, tokensRevoked: 0 } }]);
    expect(JSON.stringify(audit.map(({ after }) => after))).not.toContain(NEW);
  });

  it("ends tokens on wish", async () => {
    const { ctx } = await signedIn();
    const { secret } = await createToken(ctx, { name: "x", scopes: ["read"] });
    expect(await change(ctx, { revokeTokens: true })).toMatchObject({ tokensRevoked: 1 });
    await expect(findActorOfToken(test.ctx, secret)).rejects.toMatchObject({ code: "token_ended" });
  });

  it.each([
    ["the current one is wrong", { currentPassword: NEW }, { code: "password_wrong" }],
    ["the new one is common", { newPassword: "Password1234!" }, { code: "password_common" }],
    ["the new one has 11 characters", { newPassword: "12345678901" }, { name: "ZodError" }],
  ])("is refused when %s, and nothing ends", async (_, given, refusal) => {
    const { ctx, sessionId, other } = await signedIn();
    await expect(change(ctx, given)).rejects.toMatchObject(refusal);
    expect(await fits(ctx, OLD)).toBe(true);
    expect((await sessionIds(ctx)).sort()).toEqual([sessionId, other].sort());
  });

  it("lets a few wrong ones through, then even the right one has to wait", async () => {
    const { ctx } = await signedIn();
    const guard = new Attempts(2, 60_000);
    for (let n = 0; n < 2; n += 1)
      await expect(change(ctx, { currentPassword: NEW }, guard)).rejects.toMatchObject({
        code: "password_wrong",
      });
    await expect(change(ctx, {}, guard)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  it("counts none that nobody came to look at", async () => {
    const { ctx } = await signedIn();
    const guard = new Attempts(1, 60_000);
    const others = Array.from({ length: 34 }, () => hashPassword(OLD, { isKnown: true }));
    await expect(change(ctx, {}, guard)).rejects.toMatchObject({
      code: "too_many_requests",
      message: expect.stringContaining("Many people"),
    });
    await Promise.all(others);
    expect(await change(ctx, {}, guard)).toEqual({ sessionsEnded: 1, tokensRevoked: 0 });
  });

  it("takes who is signed in, not a token", async () => {
    const { ctx } = await signedIn();
    const byToken = test.as({ ...ctx.actor, via: "token", scopes: ["read"] });
    await expect(change(byToken)).rejects.toMatchObject({ code: "session_needed" });
    await expect(getAccount(byToken)).rejects.toMatchObject({ code: "session_needed" });
  });
});

describe("sessions", () => {
  it("are listed with the one that asks, and ended one by one or all but it", async () => {
    const { ctx, sessionId, other } = await signedIn();
    const { sessions } = await getAccount(ctx);
    expect(sessions).toContainEqual({
      id: sessionId,
      isCurrent: true,
      ipAddress: "192.0.2.1",
      userAgent: "Mozilla/5.0 Firefox/150.0",
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const personId = ctx.actor.id;
    expect(await endSession(ctx, { personId, sessionId: other })).toEqual({ ended: 1 });
    await expect(endSession(ctx, { personId, sessionId: other })).rejects.toMatchObject({
      code: "not_found",
    });
    await makeSession(test.ctx.db, personId);
    expect(await endSessions(ctx, personId)).toEqual({ ended: 1 });
    expect(await sessionIds(ctx)).toEqual([sessionId]);
  });

  it("of others are an admin's to end, and nobody else's", async () => {
    const [{ ctx, sessionId }, { ctx: bo }] = [await signedIn(), await signedIn()];
    const named = { personId: ctx.actor.id, sessionId };
    await expect(endSession(bo, named)).rejects.toMatchObject({ code: "not_allowed" });
    await expect(endSession(bo, { ...named, personId: bo.actor.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(endSessions(bo, ctx.actor.id)).rejects.toMatchObject({ code: "not_allowed" });
    expect(await endSessions(olga, ctx.actor.id)).toEqual({ ended: 2 });
    expect(await sessionIds(ctx)).toEqual([]);
    expect(await test.ctx.db.audit.findMany({ where: { target: ctx.actor.id } })).toMatchObject([
      { action: "session.end", actorId: olga.actor.id, after: { ended: 2 } },
    ]);
  });

  it("that have ended by themselves are not listed", async () => {
    const { ctx, other } = await signedIn();
    await test.ctx.db.session.update({
      where: { id: other },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
    expect((await getAccount(ctx)).sessions).toHaveLength(1);
  });
});
