import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPerson } from "../../operations/person/create.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask, cookieOf } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const ORIGIN = "https://waybill.example.org";
let test: TestContext;

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("PUBLIC_URL", `${ORIGIN}/`);
});

afterAll(async () => {
  const { root } = await import("../_server/root.ts");
  await root().db.$disconnect();
  await test.end();
});

it("where people come by https, the cookie is bound to the host and never sent in the clear", async () => {
  const auth = await import("./auth/[...all]/route.ts");
  const batches = await import("./v1/batches/route.ts");
  const [email, password] = ["ada@example.org", "correct horse battery"];
  await createPerson(test.ctx, { name: "Ada", email, password, role: "viewer", collections: [] });
  const signedIn = await ask(
    auth,
    "POST /api/auth/sign-in/email",
    { origin: ORIGIN, body: { email, password } },
    { all: ["sign-in", "email"] },
  );
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-waybill\.session_token=\S+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-waybill\.device=\S+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  const answer = await ask(batches, "GET /api/v1/batches", { cookie: cookieOf(signedIn) });
  expect([answer.status, answer.headers.get("strict-transport-security")]).toEqual([200, "max-age=31536000"]);
});
