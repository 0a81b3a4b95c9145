import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { peerHeader } from "../../lib/peer.ts";
import { createPerson } from "../../operations/person/create.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { type Ask, ask, cookieOf } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const PASSWORD = "correct horse battery";

let test: TestContext;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    auth: await import("./auth/[...all]/route.ts"),
    batches: await import("./v1/batches/route.ts"),
    mails: await import("./v1/mails/route.ts"),
    tokens: await import("./v1/tokens/route.ts"),
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
  await routes.root().db.$disconnect();
  await test.end();
});

async function person(role: Role = "viewer"): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.org`;
  const { id } = await createPerson(test.ctx, {
    name: "Ada",
    email,
    password: PASSWORD,
    role,
    collections: [],
  });
  return { id, email };
}

let address = 0;
/** Signs in, each time from another network unless told otherwise. */
function signIn(email: string, password = PASSWORD, given: Ask = {}): Promise<Response> {
  address += 1;
  const { headers, ...rest } = given;
  const from = { ...peerHeader(`10.${address >> 8}.${address & 255}.1`), ...headers };
  return auth("POST sign-in/email", { body: { email, password }, ...rest, headers: from });
}

function auth(request: string, given: Ask = {}): Promise<Response> {
  const [method, path = ""] = request.split(" ");
  return ask(routes.auth, `${method} /api/auth/${path}`, given, { all: path.split("/") });
}

const batches = (given: Ask) => ask(routes.batches, "GET /api/v1/batches", given);

describe("signing in", () => {
  it("gives a cookie that scripts of a page cannot read and other sites cannot use", async () => {
    const { email } = await person();
    const response = await signIn(email.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^waybill\.session_token=\S+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^waybill\.device=\S+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await batches({ cookie: cookieOf(response) })).status).toBe(200);
  });

  it("is needed", async () => {
    const response = await batches({});
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="waybill"',
    ]);
    expect(await response.json()).toMatchObject({ code: "not_signed_in", status: 401 });
  });

  it("does not tell a wrong password from an unknown person", async () => {
    const { email } = await person();
    const [wrong, unknown] = [
      await signIn(email, "wrong horse battery"),
      await signIn(`${randomUUID()}@example.org`),
    ];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  /** Wrong passwords for one account from the addresses of one network. */
  async function guess(email: string, tries: number, network: string): Promise<Response[]> {
    const answers: Response[] = [];
    for (let n = 0; n < tries; n += 1)
      answers.push(await signIn(email, "wrong horse battery", { headers: peerHeader(`${network}.${n}`) }));
    return answers;
  }

  it("lets ten wrong passwords through for one account from one network, and locks nobody out elsewhere", async () => {
    const { email } = await person();
    const answers = await guess(email, 12, "192.0.2");
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    const late = answers.at(-1);
    expect(Number(late?.headers.get("retry-after"))).toBeGreaterThan(200);
    expect(late?.headers.get("content-type")).toBe("application/problem+json");
    expect(await late?.json()).toMatchObject({
      code: "too_many_requests",
      detail: "Too many wrong passwords. Wait 5 min, then try again.",
    });
    expect((await signIn(email, PASSWORD, { headers: peerHeader("192.0.2.200") })).status).toBe(429);
    expect((await signIn(email)).status).toBe(200);
    const { email: other } = await person();
    expect((await signIn(other, PASSWORD, { headers: peerHeader("192.0.2.200") })).status).toBe(200);
  });

  it("does not refuse a device that signed in before, for that account alone", async () => {
    const { email } = await person();
    const { email: other } = await person();
    const [device] = cookieOf(await signIn(email))
      .split("; ")
      .filter((one) => one.startsWith("waybill.device="));
    const headers = peerHeader("198.51.100.9");
    await guess(email, 11, "198.51.100");
    await guess(other, 11, "198.51.100");
    expect((await signIn(email, PASSWORD, { headers })).status).toBe(429);
    expect((await signIn(email, PASSWORD, { headers, cookie: device ?? "" })).status).toBe(200);
    expect((await signIn(other, PASSWORD, { headers, cookie: device ?? "" })).status).toBe(429);
    expect((await signIn(email, PASSWORD, { headers, cookie: `${device?.slice(0, -3)}AAA` })).status).toBe(
      429,
    );
  });

  it("goes by the connection's address, whatever X-Forwarded-For says, and by one count where there is none", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const headers = { "x-forwarded-for": `10.99.${n}.1`, "x-waybill-peer": `guessed 10.99.${n}.1` };
      const body = { email: `${randomUUID()}@example.org`, password: "x" };
      statuses.push((await auth("POST sign-in/email", { body, headers })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it("is not limited by tries that succeed", async () => {
    const { email } = await person();
    for (let n = 0; n < 12; n += 1) expect((await signIn(email)).status).toBe(200);
  });

  it("from another site's page is refused", async () => {
    const { email } = await person();
    const response = await signIn(email, PASSWORD, { origin: "https://evil.example" });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_site" });
  });

  it("is all there is of better-auth, beside the own session", async () => {
    const cookie = cookieOf(await signIn((await person("admin")).email));
    for (const request of [
      "POST sign-up/email",
      "POST update-user",
      "POST admin/set-role",
      "POST admin/create-user",
      "POST admin/impersonate-user",
      "GET admin/list-users",
      "GET list-sessions",
      "POST change-password",
      "POST request-password-reset",
      "POST reset-password",
      "GET sign-in/email",
      "POST get-session",
    ]) {
      const body = request.startsWith("POST") ? {} : undefined;
      expect([request, (await auth(request, { cookie, ...(body && { body }) })).status]).toEqual([
        request,
        404,
      ]);
    }
  });
});

describe("a session", () => {
  it("ends when signed out, for every copy of its cookie", async () => {
    const cookie = cookieOf(await signIn((await person()).email));
    expect((await auth("POST sign-out", { cookie, body: {} })).status).toBe(200);
    expect((await batches({ cookie })).status).toBe(401);
  });

  it("cannot be made from what lies in the database", async () => {
    const { id, email } = await person();
    const [cookie = ""] = cookieOf(await signIn(email)).split("; ");
    const { token } = await test.ctx.db.session.findFirstOrThrow({ where: { userId: id } });
    const [name = "", value = ""] = cookie.split("=");
    expect(decodeURIComponent(value).startsWith(`${token}.`)).toBe(true);
    for (const forged of [token, `${token}.`, `${token}.${"A".repeat(43)}=`]) {
      expect((await batches({ cookie: `${name}=${encodeURIComponent(forged)}` })).status).toBe(401);
    }
  });

  it("ends after 7 days, however much it is used", async () => {
    const { id, email } = await person();
    const cookie = cookieOf(await signIn(email));
    await batches({ cookie });
    const { id: sessionId, expiresAt } = await test.ctx.db.session.findFirstOrThrow({
      where: { userId: id },
    });
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await test.ctx.db.session.update({
      where: { id: sessionId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect((await batches({ cookie })).status).toBe(401);
  });

  it("has the role the person has at that moment", async () => {
    const { id, email } = await person("viewer");
    const cookie = cookieOf(await signIn(email));
    const mails = async () => (await ask(routes.mails, "GET /api/v1/mails", { cookie })).status;
    expect(await mails()).toBe(403);
    await test.ctx.db.user.update({ where: { id }, data: { role: "operator" } });
    expect(await mails()).toBe(200);
    await test.ctx.db.user.update({ where: { id }, data: { role: "viewer" } });
    expect(await mails()).toBe(403);
  });

  it("is worth nothing once its person is banned, who cannot sign in again either", async () => {
    const { id, email } = await person();
    const cookie = cookieOf(await signIn(email));
    await test.ctx.db.user.update({ where: { id }, data: { banned: true } });
    expect((await batches({ cookie })).status).toBe(401);
    expect((await signIn(email)).status).toBe(403);
  });

  it("does not let another site change anything", async () => {
    const cookie = cookieOf(await signIn((await person("admin")).email));
    const make = (given: Ask) =>
      ask(routes.tokens, "POST /api/v1/tokens", { cookie, body: { name: "x", scopes: ["read"] }, ...given });
    expect((await make({ origin: "https://evil.example" })).status).toBe(403);
    expect((await make({ origin: null })).status).toBe(403);
    expect((await make({ origin: null, headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect((await make({})).status).toBe(201);
  });
});

describe("a token", () => {
  it("is made by a signed-in person and works without cookie and origin", async () => {
    const cookie = cookieOf(await signIn((await person("operator")).email));
    const made = await ask(routes.tokens, "POST /api/v1/tokens", {
      cookie,
      body: { name: "nightly", scopes: ["read"] },
    });
    const { secret: token } = await made.json();
    expect((await batches({ token, origin: null })).status).toBe(200);
    const again = await ask(routes.tokens, "POST /api/v1/tokens", {
      token,
      origin: null,
      body: { name: "x", scopes: ["read"] },
    });
    expect([made.status, again.status]).toEqual([201, 403]);
  });

  it("that does not work is not made good by a cookie", async () => {
    const cookie = cookieOf(await signIn((await person()).email));
    for (const authorization of ["Bearer wb_x", "Bearer", "Basic eDp5", ""]) {
      const response = await ask(routes.batches, "GET /api/v1/batches", {
        cookie,
        headers: { authorization },
      });
      expect([authorization, response.status]).toEqual([authorization, 401]);
    }
  });
});
