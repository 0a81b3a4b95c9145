import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { ROUTE_NEEDS, type RouteName } from "../../core/access/route-needs.ts";
import { SCOPES } from "../../core/access/scopes.ts";
import { peerHeader } from "../../lib/peer.ts";
import { createPerson } from "../../operations/person/create.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeToken } from "../../tests/factories/make-token.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { type Ask, ask, cookieOf } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const PASSWORD = "correct horse battery";
const NEW = "four words without sense";

let test: TestContext;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    auth: await import("./auth/[...all]/route.ts"),
    batches: await import("./v1/batches/route.ts"),
    people: await import("./v1/people/route.ts"),
    person: await import("./v1/people/[id]/route.ts"),
    role: await import("./v1/people/[id]/role/route.ts"),
    link: await import("./v1/people/[id]/link/route.ts"),
    close: await import("./v1/people/[id]/close/route.ts"),
    reopen: await import("./v1/people/[id]/reopen/route.ts"),
    sessionsOf: await import("./v1/people/[id]/sessions/route.ts"),
    tokenOf: await import("./v1/people/[id]/tokens/[token]/route.ts"),
    account: await import("./v1/account/route.ts"),
    password: await import("./v1/account/password/route.ts"),
    ownSessions: await import("./v1/account/sessions/route.ts"),
    tokens: await import("./v1/tokens/route.ts"),
    lookUp: await import("./v1/account-links/look-up/route.ts"),
    use: await import("./v1/account-links/use/route.ts"),
    resets: await import("./v1/password-resets/route.ts"),
    changes: await import("./v1/changes/route.ts"),
    hub: (await import("../_server/hub.ts")).hub,
    root: (await import("../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:2525");
  routes = await loadRoutes();
});

afterAll(async () => {
  await routes.hub().end();
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
});

let address = 0;
function from(): Record<string, string> {
  address += 1;
  return peerHeader(`10.1.${address >> 8}.${address & 255}`);
}
const signIn = (email: string, password: string) =>
  ask(
    routes.auth,
    "POST /api/auth/sign-in/email",
    { body: { email, password }, headers: from() },
    { all: ["sign-in", "email"] },
  );
/** Somebody who is signed in. */
async function signedIn(role: Role) {
  const email = `${randomUUID()}@example.org`;
  const { id } = await createPerson(test.ctx, {
    name: "Ada",
    email,
    password: PASSWORD,
    role,
    collections: [],
  });
  return { id, email, cookie: cookieOf(await signIn(email, PASSWORD)) };
}
const statusOf = async (given: Ask) => (await ask(routes.batches, "GET /api/v1/batches", given)).status;
const bodyOf = async (answer: Promise<Response>) => (await answer).json();

describe("an account's life over the API", () => {
  it("goes from invitation to closing and reopening", async () => {
    const admin = await signedIn("admin");
    const { cookie } = admin;
    const email = `${randomUUID()}@example.org`;
    const invited = await ask(routes.people, "POST /api/v1/people", {
      cookie,
      body: { name: "Bo", email, role: "operator" },
    });
    expect(invited.status).toBe(201);
    const { person, link } = await invited.json();
    expect([person.state, link.kind, link.mailed]).toEqual(["invited", "invitation", true]);
    const secret = String(link.url).split("#")[1] ?? "";
    const params = { id: person.id };

    const known = await ask(routes.lookUp, "POST /api/v1/account-links/look-up", { body: { secret } });
    expect(await known.json()).toMatchObject({ kind: "invitation", email, tokens: 0 });
    const use = (password: string) =>
      ask(routes.use, "POST /api/v1/account-links/use", { body: { secret, password } });
    expect(await bodyOf(use("password1234"))).toMatchObject({ code: "password_common", status: 422 });
    expect((await use(NEW)).status).toBe(200);
    expect(await bodyOf(use(PASSWORD))).toMatchObject({ code: "link_ended", status: 404 });

    const bo = cookieOf(await signIn(email, NEW));
    expect(await statusOf({ cookie: bo })).toBe(200);
    const made = await ask(routes.tokens, "POST /api/v1/tokens", {
      cookie: bo,
      body: { name: "nightly", scopes: ["read"] },
    });
    const { secret: token, token: tokenView } = await made.json();
    expect(await statusOf({ token })).toBe(200);

    const demoted = await ask(routes.role, "PUT /x", { cookie, body: { role: "viewer" } }, params);
    expect(await demoted.json()).toMatchObject({ role: "viewer" });
    const detail = await bodyOf(ask(routes.person, "GET /x", { cookie }, params));
    expect([detail.sessions.length, detail.tokens.length, detail.link]).toEqual([1, 1, null]);

    const close = () => ask(routes.close, "POST /x", { cookie, body: { reason: "has left" } }, params);
    expect(await bodyOf(close())).toMatchObject({
      state: "closed",
      closed: { by: "Ada", reason: "has left" },
    });
    expect((await close()).status).toBe(409);
    expect(await statusOf({ cookie: bo })).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(403);
    const refused = await ask(routes.batches, "GET /api/v1/batches", { token });
    expect(await refused.json()).toMatchObject({
      code: "account_closed",
      status: 401,
      detail: expect.stringMatching(/closed/),
    });

    expect(await bodyOf(ask(routes.reopen, "POST /x", { cookie }, params))).toMatchObject({
      state: "active",
    });
    expect(await statusOf({ cookie: bo })).toBe(401);
    expect(await bodyOf(ask(routes.batches, "GET /api/v1/batches", { token }))).toMatchObject({
      code: "token_ended",
    });
    expect((await signIn(email, NEW)).status).toBe(200);
    const again = await ask(routes.tokenOf, "DELETE /x", { cookie }, { ...params, token: tokenView.id });
    expect((await again.json()).revokedAt).not.toBeNull();
    expect((await ask(routes.sessionsOf, "DELETE /x", { cookie }, params)).status).toBe(200);
    const actions = await test.ctx.db.audit.findMany({
      where: { target: person.id },
      orderBy: { id: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual([
      "person.invite",
      "account.accept",
      "session.begin",
      "person.role",
      "person.close",
      "session.refuse",
      "person.reopen",
      "session.begin",
      "session.end",
    ]);
  });

  it("does not let an admin take a password of somebody's choosing", async () => {
    const { cookie } = await signedIn("admin");
    const body = { name: "Bo", email: "bo@example.org", role: "viewer", password: NEW };
    const answer = await ask(routes.people, "POST /api/v1/people", { cookie, body });
    expect(answer.status).toBe(400);
  });
});

describe("the own account", () => {
  it("has its password changed by who knows it, which ends the other sessions", async () => {
    const { email, cookie } = await signedIn("viewer");
    const other = cookieOf(await signIn(email, PASSWORD));
    const change = (currentPassword: string, newPassword: string) =>
      ask(routes.password, "PUT /api/v1/account/password", {
        cookie,
        body: { currentPassword, newPassword },
      });
    expect(await bodyOf(change("wrong horse battery", NEW))).toMatchObject({
      code: "password_wrong",
      status: 422,
    });
    expect((await change(PASSWORD, "12345678901")).status).toBe(400);
    expect(await bodyOf(change(PASSWORD, NEW))).toEqual({ sessionsEnded: 1, tokensRevoked: 0 });
    expect([await statusOf({ cookie }), await statusOf({ cookie: other })]).toEqual([200, 401]);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  it("tells its sessions, and ends the others", async () => {
    const { email, cookie } = await signedIn("depositor");
    const other = cookieOf(await signIn(email, PASSWORD));
    const { person, sessions } = await bodyOf(ask(routes.account, "GET /api/v1/account", { cookie }));
    expect(person.email).toBe(email);
    expect(sessions.map((session: { isCurrent: boolean }) => session.isCurrent)).toEqual([false, true]);
    expect(await bodyOf(ask(routes.ownSessions, "DELETE /x", { cookie }))).toEqual({ ended: 1 });
    expect([await statusOf({ cookie }), await statusOf({ cookie: other })]).toEqual([200, 401]);
  });
});

describe("a forgotten password", () => {
  const forget = (email: string) =>
    ask(routes.resets, "POST /api/v1/password-resets", { body: { email }, headers: from() });

  it("is answered alike for whoever it is, and mailed to who has an account", async () => {
    const { email } = await signedIn("viewer");
    const [known, unknown] = [await forget(email), await forget(`${randomUUID()}@example.org`)];
    expect([known.status, unknown.status]).toEqual([204, 204]);
    expect([await known.text(), await unknown.text()]).toEqual(["", ""]);
    const mails = await test.ctx.db.outbox.findMany({ where: { kind: "mail" } });
    const to = mails.flatMap(({ payload }) => (payload as { to: string[]; subject: string }).to);
    expect(to.filter((each) => each === email)).toEqual([email]);
  });

  it("is asked for three times in 15 minutes", async () => {
    const email = `${randomUUID()}@example.org`;
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await forget(email)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
  });
});

describe("the stream of changes", () => {
  it("of a person whose account is closed ends at once", async () => {
    const [admin, bo] = [await signedIn("admin"), await signedIn("operator")];
    const stream = await ask(routes.changes, "GET /api/v1/changes", { cookie: bo.cookie });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("retry:");
    const began = performance.now();
    const body = { reason: "has left" };
    await ask(routes.close, "POST /x", { cookie: admin.cookie, body }, { id: bo.id });
    let read = await reader?.read();
    while (read && !read.done) read = await reader?.read();
    expect(read?.done).toBe(true);
    // the look every 30 s would have come later
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

const APP = path.resolve(import.meta.dirname, "..");
const FILES = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) =>
  /route\.ts$/.test(file),
);

describe("an API token", () => {
  const names = Object.keys(ROUTE_NEEDS) as RouteName[];

  it("is refused at every route it is not good for, with what it lacks", async () => {
    const owner = await makePerson(test.ctx.db, "admin");
    const tokens: Record<string, string> = {};
    for (const lacking of SCOPES) {
      const scopes = SCOPES.filter((scope) => scope !== lacking);
      tokens[lacking] = await makeToken(test.ctx.db, owner.id, scopes);
    }
    tokens.session = await makeToken(test.ctx.db, owner.id);
    const params = { id: "x", slug: "x", serviceId: "x", verb: "submit", batch: "x", job: "x", days: "1" };
    for (const name of names) {
      const [method, place = ""] = name.split(" ");
      expect(FILES).toContain(path.join(place, "route.ts"));
      const module = await import(/* @vite-ignore */ path.join(APP, place, "route.ts"));
      const need = ROUTE_NEEDS[name];
      const answer = await ask(module, `${method} /${place}`, { token: tokens[need] ?? "" }, params);
      const text = await answer.text();
      expect([name, answer.status], text).toEqual([name, 403]);
      expect(text, name).toMatch(
        need === "session" ? /while signed in/ : new RegExp(`lacks the scope ${need}`),
      );
    }
  });

  it("is let in where it is good for", async () => {
    const owner = await makePerson(test.ctx.db, "admin");
    const token = await makeToken(test.ctx.db, owner.id, ["read"]);
    expect(await statusOf({ token })).toBe(200);
  });
});
