import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonRequest } from "../../core/contracts/account-requests.ts";
import { fitsPassword } from "../../lib/password.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { createPerson } from "./create.ts";
import { findActorOfPerson } from "./find-actor.ts";
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
      state: "active",
      collections: ["films", "maps"],
      createdAt: expect.any(String),
      closed: null,
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

  it("refuses a common password, and one made of the person's name", async () => {
    const email = "ada.lovelace@example.org";
    for (const password of ["Password1234!", email, "adalovelace1"]) {
      await expect(createPerson(test.ctx, person({ email, password }))).rejects.toMatchObject({
        code: "password_common",
      });
    }
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
  const door = () => ({ db: test.ctx.db });

  it("reads role and grants anew, so that a change holds at once", async () => {
    const asked = person({ collections: ["maps"] });
    const { id } = await createPerson(test.ctx, asked);
    expect(await findActorOfPerson(door(), id)).toEqual({
      id,
      name: "Ada",
      email: asked.email.toLowerCase(),
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
    ["banned until later", { banned: true, banExpires: new Date(Date.now() + 3_600_000) }, false],
    ["banned until earlier", { banned: true, banExpires: new Date(Date.now() - 3_600_000) }, true],
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

describe("listPeople", () => {
  it("lists everybody by name with their collections", async () => {
    await createPerson(test.ctx, person({ name: "Aaron", collections: ["maps"] }));
    const [first] = await listPeople(test.ctx);
    expect(first).toMatchObject({ name: "Aaron", collections: ["maps"] });
  });
});
