import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPerson } from "../../operations/person/create.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";
vi.mock("server-only", () => ({}));
let test: TestContext;
beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url); vi.stubEnv("AUTH_SECRET", randomUUID() + randomUUID()); vi.stubEnv("LOG_LEVEL", "silent");
});
afterAll(() => test.end());
it("x", async () => {
  const { GET } = await import("../../app/api/v1/batches/route.ts");
  const r = await GET(new Request("http://127.0.0.1:3000/api/v1/batches"), undefined);
  expect(r.status).toBe(401);
});
