import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import type { AuditPage } from "../../core/contracts/audit-views.ts";
import { peerHeader } from "../../lib/peer.ts";
import { createPerson } from "../../operations/person/create.ts";
import { execute } from "../../scripts/db/database.ts";
import { databaseMs } from "../../tests/factories/database-ms.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeToken } from "../../tests/factories/make-token.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { type Ask, ask, cookieOf } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const PASSWORD = "correct horse battery";
const WRONG = "wrong horse battery";

let test: TestContext;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    auth: await import("./auth/[...all]/route.ts"),
    audit: await import("./v1/audit/route.ts"),
    batches: await import("./v1/batches/route.ts"),
    hold: await import("./v1/collections/[slug]/hold/route.ts"),
    use: await import("./v1/account-links/use/route.ts"),
    people: await import("./v1/people/route.ts"),
    tries: (await import("../_server/tries.ts")).auditedTries,
    root: (await import("../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  routes = await loadRoutes();
});

afterAll(async () => {
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
});

let address = 0;
/** An address nobody has come from before. */
function anywhere(): string {
  address += 1;
  return `10.2.${address}.7`;
}

async function person(role: Role = "admin", name = "Ada") {
  const email = `${randomUUID()}@example.org`;
  const { id } = await createPerson(test.ctx, { name, email, password: PASSWORD, role, collections: [] });
  return { id, email };
}

const auth = (path: string, from: string, given: Ask) =>
  ask(
    routes.auth,
    `POST /api/auth/${path}`,
    { ...given, headers: peerHeader(from) },
    { all: path.split("/") },
  );
const signIn = (email: string, from: string, password = PASSWORD) =>
  auth("sign-in/email", from, { body: { email, password } });
const signedIn = async (email: string, from = anywhere()) => cookieOf(await signIn(email, from));
const rowsFrom = (from: string) =>
  test.ctx.db.audit.findMany({ where: { address: from }, orderBy: { id: "asc" } });
const audit = (query: string, given: Ask) => ask(routes.audit, `GET /api/v1/audit${query}`, given);

describe("signing in", () => {
  it("leaves a row with who, how, from where and which session, before it is answered", async () => {
    const { id, email } = await person();
    const from = anywhere();
    const beforeMs = await databaseMs(test.ctx.db);
    expect((await signIn(email.toUpperCase(), from)).status).toBe(200);
    const session = await test.ctx.db.session.findFirstOrThrow({ where: { userId: id } });
    const [row, ...more] = await rowsFrom(from);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actorId: id,
      actor: "Ada",
      email,
      via: "password",
      tokenId: null,
      action: "session.begin",
      target: id,
      before: null,
      after: { session: session.id },
    });
    expect(row?.at.getTime()).toBeGreaterThanOrEqual(beforeMs);
  });

  it("makes no session when its row cannot be written", async () => {
    const { id, email } = await person();
    await execute(test.ownerUrl, "ALTER TABLE audit ADD CONSTRAINT nothing CHECK (FALSE) NOT VALID");
    try {
      const answer = await signIn(email, anywhere());
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
      expect(await test.ctx.db.session.count({ where: { userId: id } })).toBe(0);
    } finally {
      await execute(test.ownerUrl, "ALTER TABLE audit DROP CONSTRAINT nothing");
    }
    expect((await signIn(email, anywhere())).status).toBe(200);
  });

  it("that fails leaves the e-mail as it was given and whose it is, never the password", async () => {
    const [known, closed] = [await person(), await person()];
    await test.ctx.db.user.update({ where: { id: closed.id }, data: { banned: true } });
    const unknown = `${randomUUID()}@example.org`;
    const from = anywhere();
    for (const { email } of [known, closed, { email: unknown }])
      expect((await signIn(email, from, WRONG)).status).toBe(401);
    expect((await signIn(closed.email, from)).status).toBe(403);
    const rows = await rowsFrom(from);
    const nobody = { actorId: null, via: "password", action: "session.refuse" };
    expect(rows).toMatchObject([
      {
        ...nobody,
        actor: known.email,
        email: known.email,
        target: known.id,
        after: { because: "the password was wrong", tries: 1 },
      },
      { ...nobody, target: closed.id, after: { because: "the account is closed", tries: 1 } },
      {
        ...nobody,
        actor: unknown,
        target: unknown,
        after: { because: "nobody has this e-mail", tries: 1 },
      },
      { ...nobody, target: closed.id, after: { because: "the account is closed", tries: 2 } },
    ]);
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.toContain("horse");
  });

  it("leaves nothing of what the limits refuse", async () => {
    const { email, id } = await person();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await signIn(email, `10.3.1.${n}`, WRONG)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const rows = await test.ctx.db.audit.findMany({ where: { target: id, action: "session.refuse" } });
    expect(rows).toHaveLength(10);
  });

  it("leaves a row when somebody signs out, and no second one", async () => {
    const { id, email } = await person();
    const cookie = await signedIn(email);
    const from = anywhere();
    const token = await makeToken(test.ctx.db, (await person()).id);
    // a token sent along is not what signs out
    expect((await auth("sign-out", from, { cookie, token, body: {} })).status).toBe(200);
    expect(await test.ctx.db.session.count({ where: { userId: id } })).toBe(0);
    expect((await auth("sign-out", from, { cookie, body: {} })).status).toBe(200);
    const row = { actorId: id, action: "session.leave", target: id, via: "session", tokenId: null };
    expect(await rowsFrom(from)).toMatchObject([row]);
    expect((await rowsFrom(from)).length).toBe(1);
  });
});

describe("an act", () => {
  it("by API token says which one and from where", async () => {
    const owner = await person("operator");
    const collection = await makeCollection(test.ctx.db);
    const secret = await makeToken(test.ctx.db, owner.id);
    const { id: tokenId, name } = await test.ctx.db.apiToken.findFirstOrThrow({
      where: { userId: owner.id },
    });
    const from = anywhere();
    const answer = await ask(
      routes.hold,
      `PUT /api/v1/collections/${collection.slug}/hold`,
      { token: secret, headers: peerHeader(from), body: { reason: "disks are moved" } },
      { slug: collection.slug },
    );
    expect(answer.status).toBe(200);
    expect(await rowsFrom(from)).toMatchObject([
      {
        actorId: owner.id,
        email: owner.email,
        via: "token",
        tokenId,
        token: name,
        action: "collection.hold",
        target: collection.slug,
        reason: "disks are moved",
      },
    ]);
  });

  it("by a one-time link says whose it is and from where", async () => {
    const cookie = await signedIn((await person()).email);
    const body = { name: "Bo", email: `${randomUUID()}@example.org`, role: "viewer" };
    const invited = await (await ask(routes.people, "POST /api/v1/people", { cookie, body })).json();
    const from = anywhere();
    const used = await ask(routes.use, "POST /api/v1/account-links/use", {
      headers: peerHeader(from),
      body: { secret: String(invited.link.url).split("#")[1], password: "four words without sense" },
    });
    expect(used.status).toBe(200);
    expect(await rowsFrom(from)).toMatchObject([
      { actorId: invited.person.id, actor: "Bo", email: body.email, via: "link", action: "account.accept" },
    ]);
  });
});

describe("reading the audit", () => {
  const page = async (query: string, cookie: string): Promise<AuditPage> => {
    const answer = await audit(query, { cookie });
    expect(answer.status, query).toBe(200);
    return answer.json();
  };
  const actionsOf = ({ items }: AuditPage) => items.map(({ action }) => action);

  it("goes by person, kind, target, address and time, and by pages", async () => {
    const [admin, other] = [await person("admin", "Olga"), await person("viewer", "Bo")];
    const [home, away] = [anywhere(), anywhere()];
    const cookie = await signedIn(admin.email, home);
    await signIn(other.email, away, WRONG);
    await signedIn(other.email, away);
    const secret = await makeToken(test.ctx.db, other.id);
    const token = await test.ctx.db.apiToken.findFirstOrThrow({ where: { userId: other.id } });
    const { revokeToken } = await import("../../operations/token/revoke.ts");
    const ctx = test.as({ ...admin, name: "Olga", role: "admin", via: "session", grants: [] });
    await revokeToken(ctx, { personId: other.id, tokenId: token.id });
    expect(secret).toMatch(/^wb_/);

    const life = ["token.revoke", "session.begin", "session.refuse", "person.create"];
    expect(actionsOf(await page(`?person=${other.id}`, cookie))).toEqual(life);
    expect(actionsOf(await page(`?person=${other.email}`, cookie))).toEqual(life.slice(1, 3));
    expect(actionsOf(await page(`?person=${other.id}&kind=sign-in`, cookie))).toEqual(life.slice(1, 3));
    expect(actionsOf(await page(`?target=${token.id}`, cookie))).toEqual(["token.revoke"]);
    expect(actionsOf(await page(`?address=${away}`, cookie))).toEqual(life.slice(1, 3));
    expect(actionsOf(await page(`?person=${other.id}&to=2026-01-01`, cookie))).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(actionsOf(await page(`?person=${other.id}&from=${today}&to=${today}`, cookie))).toEqual(life);
    const { at } = (await page(`?person=${other.id}&kind=token`, cookie)).items[0] ?? { at: "" };
    expect(actionsOf(await page(`?person=${other.id}&from=${encodeURIComponent(at)}`, cookie))).toEqual([
      "token.revoke",
    ]);

    const first = await page(`?person=${other.id}&limit=3`, cookie);
    expect(actionsOf(first)).toEqual(life.slice(0, 3));
    const second = await page(`?person=${other.id}&limit=3&cursor=${first.next}`, cookie);
    expect([actionsOf(second), second.next]).toEqual([life.slice(3), null]);
    expect(first.items[0]).toMatchObject({
      actor: { id: admin.id, name: "Olga" },
      kind: "token",
      words: "Revoked an API token",
      target: { kind: "token", id: token.id, name: token.name },
      before: { owner: other.id },
    });
    expect(first.appendOnly).toBe(true);
  });

  it("refuses a filter that is none, and whoever is no admin", async () => {
    const cookie = await signedIn((await person()).email);
    for (const query of ["?kind=signin", "?from=yesterday", "?limit=201", "?format=xml", "?actor=x"])
      expect([query, (await audit(query, { cookie })).status]).toEqual([query, 400]);
    for (const role of ["operator", "viewer", "depositor"] as const) {
      const theirs = await signedIn((await person(role)).email);
      for (const query of ["", "?format=csv"])
        expect([role, (await audit(query, { cookie: theirs })).status]).toEqual([role, 403]);
    }
  });

  it("takes a token with the scope for it", async () => {
    const { id } = await person();
    const token = await makeToken(test.ctx.db, id, ["audit"]);
    expect((await audit("", { token })).status).toBe(200);
    expect((await ask(routes.batches, "GET /api/v1/batches", { token })).status).toBe(403);
  });
});
