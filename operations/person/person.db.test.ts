import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRequest } from "../../core/contracts/requests.ts";
import { fitsPassword } from "../../lib/password.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { createToken } from "../token/create.ts";
import { listTokens } from "../token/list.ts";
import { revokeToken } from "../token/revoke.ts";
import { createPerson } from "./create.ts";
import { findActorOfPerson, findActorOfToken } from "./find-actor.ts";
import { grantCollections } from "./grant.ts";
import { listPeople } from "./list.ts";

let test: TestContext;
let maps: MadeCollection;
let films: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  maps = await makeCollection(test.ctx.db, { slug: "maps" });
  films = await makeCollection(test.ctx.db, { slug: "films" });
});

afterAll(() => test.end());

let count = 0;
function person(given: Partial<PersonRequest> = {}): PersonRequest {
  count += 1;
  const email = `Ada.${count}@Example.org`;
  return {
    name: "Ada",
    email,
    password: "correct horse battery",
    role: "depositor",
    collections: [],
    ...given,
  };
}
const auditOf = (target: string) =>
  test.ctx.db.audit.findMany({
    where: { target },
    orderBy: { id: "asc" },
    select: { actor: true, via: true, action: true, before: true, after: true },
  });

describe("createPerson", () => {
  it("makes a person better-auth can sign in, with grants and an audit row", async () => {
    const request = person({ collections: ["maps", "films"] });
    const made = await createPerson(test.ctx, request);
    const email = request.email.toLowerCase();
    expect(made).toEqual({
      id: made.id,
      name: "Ada",
      email,
      role: "depositor",
      collections: ["films", "maps"],
      createdAt: expect.any(String),
    });
    const [account, ...more] = await test.ctx.db.account.findMany({ where: { userId: made.id } });
    expect(more).toEqual([]);
    expect(account).toMatchObject({ providerId: "credential", accountId: made.id });
    expect(await fitsPassword(account?.password ?? "", request.password)).toBe(true);
    expect(await auditOf(made.id)).toEqual([
      {
        actor: "Waybill",
        via: "system",
        action: "person.create",
        before: null,
        after: { name: "Ada", email, role: "depositor", collections: ["maps", "films"] },
      },
    ]);
  });

  it("refuses an e-mail that somebody has, in whatever case, and keeps nothing", async () => {
    const request = person();
    await createPerson(test.ctx, request);
    const before = await test.ctx.db.audit.count();
    await expect(
      createPerson(test.ctx, { ...request, email: request.email.toUpperCase() }),
    ).rejects.toMatchObject({
      code: "email_taken",
    });
    expect(await test.ctx.db.audit.count()).toBe(before);
  });

  it("names collections that are not there, and makes nobody", async () => {
    const request = person({ collections: ["maps", "nosuch", "neither"] });
    await expect(createPerson(test.ctx, request)).rejects.toMatchObject({
      code: "unknown_collection",
      message: 'There is no collection "nosuch", "neither".',
    });
    expect(await test.ctx.db.user.count({ where: { email: request.email.toLowerCase() } })).toBe(0);
  });

  it("refuses a password of 11 characters", async () => {
    await expect(createPerson(test.ctx, person({ password: "12345678901" }))).rejects.toMatchObject({
      name: "ZodError",
    });
  });
});

describe("grantCollections", () => {
  it("replaces what was granted and says so in the audit", async () => {
    const { id } = await createPerson(test.ctx, person({ collections: ["maps"] }));
    const changed = await grantCollections(test.ctx, { personId: id, collections: ["films"] });
    expect(changed.collections).toEqual(["films"]);
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: "person.grant",
      before: { collections: ["maps"] },
      after: { collections: ["films"] },
    });
  });

  it("keeps who gave a grant that stays", async () => {
    const { id } = await createPerson(test.ctx, person({ collections: ["maps"] }));
    const olga = test.as({ ...(await makePerson(test.ctx.db, "admin")), name: "Olga" });
    await grantCollections(olga, { personId: id, collections: ["maps", "films", "films"] });
    const grants = await test.ctx.db.grant.findMany({ where: { userId: id }, orderBy: { grantedBy: "asc" } });
    expect(grants.map(({ collectionId, grantedBy }) => [collectionId, grantedBy])).toEqual([
      [films.id, "Olga"],
      [maps.id, "Waybill"],
    ]);
  });

  it("knows nobody of another id", async () => {
    await expect(grantCollections(test.ctx, { personId: "nosuch", collections: [] })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("findActorOfPerson", () => {
  const door = () => ({ db: test.ctx.db, now: () => new Date("2026-06-01T00:00:00Z") });

  it("reads role and grants anew, so that a change holds at once", async () => {
    const { id } = await createPerson(test.ctx, person({ collections: ["maps"] }));
    expect(await findActorOfPerson(door(), id)).toEqual({
      id,
      name: "Ada",
      role: "depositor",
      via: "session",
      grants: [maps.id],
    });
    await test.ctx.db.user.update({ where: { id }, data: { role: "operator" } });
    await grantCollections(test.ctx, { personId: id, collections: [] });
    expect(await findActorOfPerson(door(), id)).toMatchObject({ role: "operator", grants: [] });
  });

  it.each([
    ["banned", { banned: true }, false],
    ["banned until later", { banned: true, banExpires: new Date("2026-06-02T00:00:00Z") }, false],
    ["banned until earlier", { banned: true, banExpires: new Date("2026-05-31T00:00:00Z") }, true],
    ["of a role nobody knows", { role: "superuser" }, false],
  ])("of somebody %s", async (_, data, isActor) => {
    const { id } = await createPerson(test.ctx, person());
    await test.ctx.db.user.update({ where: { id }, data });
    expect((await findActorOfPerson(door(), id)) !== undefined).toBe(isActor);
  });

  it("of nobody is nobody", async () => {
    expect(await findActorOfPerson(door(), "nosuch")).toBeUndefined();
  });
});

describe("tokens", () => {
  const owner = async () => test.as(await makePerson(test.ctx.db, "depositor", [maps]));
  const at = (iso: string) => ({ db: test.ctx.db, now: () => new Date(iso) });

  it("act as their owner; only their digest is kept", async () => {
    const ctx = await owner();
    const { token, secret } = await createToken(ctx, { name: "nightly" });
    expect(secret).toMatch(/^wb_[A-Za-z0-9_-]{43}$/);
    expect(token).toMatchObject({ name: "nightly", hint: `${secret.slice(0, 7)}...`, expiresAt: null });
    expect(await findActorOfToken(at("2026-06-01T00:00:00Z"), secret)).toEqual({
      ...ctx.actor,
      via: "token",
    });
    const row = await test.ctx.db.apiToken.findUniqueOrThrow({ where: { id: token.id } });
    expect(JSON.stringify(row)).not.toContain(secret.slice(10));
    expect(await findActorOfToken(at("2026-06-01T00:00:00Z"), row.hash)).toBeUndefined();
    expect(JSON.stringify(await auditOf(token.id))).not.toContain(secret.slice(3));
  });

  it("note their use at most once a minute", async () => {
    const { token, secret } = await createToken(await owner(), { name: "x" });
    const used = async (iso: string) => {
      await findActorOfToken(at(iso), secret);
      const row = await test.ctx.db.apiToken.findUniqueOrThrow({ where: { id: token.id } });
      return row.lastUsedAt?.toISOString();
    };
    expect(await used("2026-06-01T00:00:00Z")).toBe("2026-06-01T00:00:00.000Z");
    expect(await used("2026-06-01T00:00:59Z")).toBe("2026-06-01T00:00:00.000Z");
    expect(await used("2026-06-01T00:01:01Z")).toBe("2026-06-01T00:01:01.000Z");
  });

  it("end on their day", async () => {
    const ctx = { ...(await owner()), now: () => new Date("2026-06-01T00:00:00Z") };
    const { token, secret } = await createToken(ctx, { name: "x", expiresInDays: 1 });
    expect(token.expiresAt).toBe("2026-06-02T00:00:00.000Z");
    expect(await findActorOfToken(at("2026-06-01T23:59:59Z"), secret)).toBeDefined();
    expect(await findActorOfToken(at("2026-06-02T00:00:00Z"), secret)).toBeUndefined();
  });

  it("end at once when revoked, once", async () => {
    const ctx = await owner();
    const { token, secret } = await createToken(ctx, { name: "x" });
    const revoked = await revokeToken(ctx, token.id);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await findActorOfToken(at("2026-06-01T00:00:00Z"), secret)).toBeUndefined();
    expect((await revokeToken(ctx, token.id)).revokedAt).toBe(revoked.revokedAt);
    expect((await auditOf(token.id)).map(({ action }) => action)).toEqual(["token.create", "token.revoke"]);
  });

  it("end with their owner's ban", async () => {
    const ctx = await owner();
    const { secret } = await createToken(ctx, { name: "x" });
    await test.ctx.db.user.update({ where: { id: ctx.actor.id }, data: { banned: true } });
    expect(await findActorOfToken(at("2026-06-01T00:00:00Z"), secret)).toBeUndefined();
  });

  it("are each person's own", async () => {
    const [ada, bo] = [await owner(), await owner()];
    const { token } = await createToken(ada, { name: "ada's" });
    await createToken(bo, { name: "bo's" });
    expect((await listTokens(bo)).map(({ name }) => name)).toEqual(["bo's"]);
    await expect(revokeToken(bo, token.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("cannot make tokens", async () => {
    const ctx = await owner();
    const byToken = test.as({ ...ctx.actor, via: "token" });
    await expect(createToken(byToken, { name: "x" })).rejects.toMatchObject({ code: "not_allowed" });
  });

  it.each(["", "wb_", "wb_short", `wb_${"x".repeat(44)}`, `xx_${"x".repeat(43)}`, '{"not":""}'])(
    "are not %j",
    async (secret) => {
      expect(await findActorOfToken(at("2026-06-01T00:00:00Z"), secret)).toBeUndefined();
    },
  );
});

describe("listPeople", () => {
  it("lists everybody by name with their collections", async () => {
    await createPerson(test.ctx, person({ name: "Aaron", collections: ["maps"] }));
    const [first] = await listPeople(test.ctx);
    expect(first).toMatchObject({ name: "Aaron", collections: ["maps"] });
  });
});
