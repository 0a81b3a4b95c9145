import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseMs } from "../../tests/factories/database-ms.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { findActorOfToken } from "../person/find-actor.ts";
import { createToken } from "./create.ts";
import { listTokens } from "./list.ts";
import { revokeToken } from "./revoke.ts";

const YEAR_MS = 365 * 86_400_000;

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

const owner = async () => test.as(await makePerson(test.ctx.db, "depositor"));
const actorOf = (secret: string) => findActorOfToken(test.ctx, secret);
const own = (ctx: Context, tokenId: string) => revokeToken(ctx, { tokenId, personId: ctx.actor.id });
const auditOf = (target: string) => test.ctx.db.audit.findMany({ where: { target }, orderBy: { id: "asc" } });
const set = (id: string, data: object) => test.ctx.db.apiToken.update({ where: { id }, data });

describe("a token", () => {
  it("acts as its owner with its scopes; only its digest is kept", async () => {
    const maps = await makeCollection(test.ctx.db);
    const ctx = test.as(await makePerson(test.ctx.db, "depositor", [maps]));
    const { token, secret } = await createToken(ctx, { name: "nightly", scopes: ["deposit", "deposit"] });
    expect(secret).toMatch(/^wb_[A-Za-z0-9_-]{43}$/);
    expect(token).toMatchObject({
      name: "nightly",
      hint: `${secret.slice(0, 7)}...`,
      scopes: ["deposit"],
      revokedAt: null,
    });
    expect(await actorOf(secret)).toEqual({
      ...ctx.actor,
      via: "token",
      token: { id: token.id, name: "nightly" },
      scopes: ["deposit"],
    });
    const row = await test.ctx.db.apiToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(JSON.stringify(row)).not.toContain(secret.slice(10));
    expect(await actorOf(row.hash)).toBeUndefined();
    const told = (await auditOf(token.id)).map(({ after }) => after);
    expect(JSON.stringify(told)).not.toContain(secret.slice(3));
  });

  it.each([
    [{}, YEAR_MS],
    [{ expiresInDays: 30 }, (YEAR_MS / 365) * 30],
  ])("made with %j ends by the database's clock, whatever the process's says", async (given, lifeMs) => {
    const ctx = { ...(await owner()), now: () => new Date("2001-01-01T00:00:00Z") };
    const before = await databaseMs(test.ctx.db);
    const { token } = await createToken(ctx, { name: "x", scopes: ["read"], ...given });
    const madeMs = Date.parse(token.expiresAt) - lifeMs;
    expect(madeMs).toBeGreaterThanOrEqual(before - 1);
    expect(madeMs).toBeLessThanOrEqual((await databaseMs(test.ctx.db)) + 1);
  });

  it("that has expired is told so, and one a moment before works", async () => {
    const { token, secret } = await createToken(await owner(), { name: "x", scopes: ["read"] });
    await set(token.id, { expiresAt: new Date((await databaseMs(test.ctx.db)) + 60_000) });
    expect(await actorOf(secret)).toBeDefined();
    await set(token.id, { expiresAt: new Date((await databaseMs(test.ctx.db)) - 1) });
    await expect(actorOf(secret)).rejects.toMatchObject({ code: "token_ended" });
  });

  it("that older code made without an end lives for a year", async () => {
    const ctx = await owner();
    const { token, secret } = await createToken(ctx, { name: "x", scopes: ["read"] });
    await set(token.id, {
      expiresAt: null,
      createdAt: new Date((await databaseMs(test.ctx.db)) - YEAR_MS + 86_400_000),
    });
    expect(await actorOf(secret)).toBeDefined();
    expect((await listTokens(ctx))[0]?.expiresAt).toEqual(expect.any(String));
    await set(token.id, { createdAt: new Date((await databaseMs(test.ctx.db)) - YEAR_MS - 2 * 86_400_000) });
    await expect(actorOf(secret)).rejects.toMatchObject({ code: "token_ended" });
  });

  it("notes its use at most once a minute", async () => {
    const { token, secret } = await createToken(await owner(), { name: "x", scopes: ["read"] });
    const used = async () => {
      await actorOf(secret);
      return (
        await test.ctx.db.apiToken.findUniqueOrThrow({ where: { id: token.id } })
      ).lastUsedAt?.getTime();
    };
    const first = (await used()) ?? 0;
    expect(Math.abs(first - (await databaseMs(test.ctx.db)))).toBeLessThan(10_000);
    expect(await used()).toBe(first);
    await set(token.id, { lastUsedAt: new Date(first - 61_000) });
    expect(await used()).toBeGreaterThanOrEqual(first);
  });

  it("ends at once when revoked, once", async () => {
    const ctx = await owner();
    const { token, secret } = await createToken(ctx, { name: "x", scopes: ["read"] });
    const revoked = await own(ctx, token.id);
    expect(revoked.revokedAt).not.toBeNull();
    await expect(actorOf(secret)).rejects.toMatchObject({
      code: "token_ended",
      message: expect.stringMatching(/revoked/),
    });
    expect((await own(ctx, token.id)).revokedAt).toBe(revoked.revokedAt);
    expect((await auditOf(token.id)).map(({ action }) => action)).toEqual(["token.create", "token.revoke"]);
  });

  it("of a closed account says so", async () => {
    const ctx = await owner();
    const { secret } = await createToken(ctx, { name: "x", scopes: ["read"] });
    await test.ctx.db.user.update({ where: { id: ctx.actor.id }, data: { banned: true } });
    await expect(actorOf(secret)).rejects.toMatchObject({ code: "account_closed" });
    await expect(createToken(ctx, { name: "y", scopes: ["read"] })).rejects.toMatchObject({
      code: "not_signed_in",
    });
  });

  it("is its owner's to revoke, and an admin's", async () => {
    const [ada, bo] = [await owner(), await owner()];
    const { token } = await createToken(ada, { name: "ada's", scopes: ["read"] });
    await createToken(bo, { name: "bo's", scopes: ["read"] });
    expect((await listTokens(bo)).map(({ name }) => name)).toEqual(["bo's"]);
    await expect(own(bo, token.id)).rejects.toMatchObject({ code: "not_found" });
    const named = { tokenId: token.id, personId: ada.actor.id };
    await expect(revokeToken(bo, named)).rejects.toMatchObject({ code: "not_allowed" });
    const admin = test.as(await makePerson(test.ctx.db, "admin"));
    await expect(revokeToken(admin, { ...named, personId: bo.actor.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await revokeToken(admin, named)).revokedAt).not.toBeNull();
    expect((await auditOf(token.id)).at(-1)).toMatchObject({
      action: "token.revoke",
      actorId: admin.actor.id,
      before: { name: "ada's", owner: ada.actor.id },
    });
  });

  it("makes, lists and revokes no tokens", async () => {
    const ctx = await owner();
    const { token } = await createToken(ctx, { name: "x", scopes: ["read"] });
    const byToken = test.as({ ...ctx.actor, via: "token", scopes: ["read", "deposit"] });
    for (const act of [
      () => createToken(byToken, { name: "y", scopes: ["read"] }),
      () => listTokens(byToken),
      () => own(byToken, token.id),
    ])
      await expect(act()).rejects.toMatchObject({ code: "session_needed" });
  });

  it("has scopes, and none that its owner's role has no use for", async () => {
    const ctx = await owner();
    await expect(createToken(ctx, { name: "x", scopes: [] })).rejects.toMatchObject({ name: "ZodError" });
    await expect(createToken(ctx, { name: "x", scopes: ["read", "operate"] })).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringMatching(/operate/),
    });
  });

  it.each(["", "wb_", "wb_short", `wb_${"x".repeat(44)}`, `xx_${"x".repeat(43)}`, '{"not":""}'])(
    "is not %j",
    async (secret) => {
      expect(await actorOf(secret)).toBeUndefined();
    },
  );
});
