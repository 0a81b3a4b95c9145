import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROUTE_NEEDS, type RouteName } from "../../core/access/route-needs.ts";
import { SCOPES } from "../../core/access/scopes.ts";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const FILES = new Map(
  Object.entries(import.meta.glob<Readonly<Record<string, unknown>>>("../**/route.ts")).map(
    ([file, load]) => [path.posix.join("api", file), load],
  ),
);
const ROUTES = Object.keys(ROUTE_NEEDS) as RouteName[];

let test: TestContext;
/** Of an admin: with every scope but this one; "session": with all of them. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  const admin = await makePerson(test.ctx.db, "admin");
  for (const left of [...SCOPES, "session"]) {
    const scopes = SCOPES.filter((scope) => scope !== left);
    tokens.set(left, (await createToken(test.as(admin), { name: left, scopes })).secret);
  }
});

afterAll(async () => {
  await (await import("../_server/hub.ts")).hub().end();
  await (await import("../_server/root.ts")).root().db.$disconnect();
  await test.end();
});

/** Asks a route as a program would, with something for each part of its path. */
async function knock(
  route: RouteName,
  token?: string,
): Promise<{ status: number; code: string | undefined }> {
  const [method = "", place = ""] = route.split(" ");
  const load = FILES.get(`${place}/route.ts`);
  if (!load) throw new Error(`There is no app/${place}/route.ts.`);
  const names = [...place.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => [name, "x"] as const);
  const address = `${method} /${place.replace(/\[\w+\]/g, "x")}`;
  const answer = await ask(
    await load(),
    address,
    token === undefined ? {} : { token },
    Object.fromEntries(names),
  );
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

describe("every route that asks who it is", () => {
  it.each(ROUTES)("%s sends away who does not say", async (route) => {
    expect((await knock(route)).status).toBe(401);
  });

  it.each(ROUTES)("%s refuses a token without what it needs", async (route) => {
    const need = ROUTE_NEEDS[route];
    const { status, code } = await knock(route, tokens.get(need));
    expect(status).toBe(403);
    if (route.includes(" api/v1/"))
      expect(code).toBe(need === "session" ? "session_needed" : "scope_missing");
  });
});
