import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FIGURES } from "../../core/metrics/figures.ts";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { ask } from "../../tests/factories/web-client.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";

vi.mock("server-only", () => ({}));

const TOKEN = randomUUID();

let test: TestContext;

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
});

afterAll(async () => {
  await end();
  vi.unstubAllEnvs();
  await test.end();
});

/** The route in a process with this setting. */
async function open(token: string | undefined): Promise<typeof import("./metrics/route.ts")> {
  await end();
  vi.stubEnv("METRICS_TOKEN", token);
  vi.resetModules();
  return import("./metrics/route.ts");
}

async function end(): Promise<void> {
  const held = globalThis as typeof globalThis & { waybillRoot?: { db: { $disconnect(): Promise<void> } } };
  await held.waybillRoot?.db.$disconnect();
  delete held.waybillRoot;
}

it("is not there without METRICS_TOKEN, whoever asks", async () => {
  const route = await open(undefined);
  for (const given of [{}, { token: "undefined" }, { token: TOKEN }])
    expect((await ask(route, "GET /api/metrics", given)).status).toBe(404);
});

it("is refused without the token, and an API token is none", async () => {
  const route = await open(TOKEN);
  const admin = await makePerson(test.ctx.db, "admin");
  const { secret } = await createToken(test.as(admin), { name: "scraper", scopes: ["read"] });
  for (const given of [{}, { token: secret }, { token: `${TOKEN}0` }]) {
    const answer = await ask(route, "GET /api/metrics", given);
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain("waybill_");
  }
});

it("answers every figure of the page about it, with type and words, and nothing else of Waybill's", async () => {
  const route = await open(TOKEN);
  await orderNow(test.ctx);
  const answer = await ask(route, "GET /api/metrics", { token: TOKEN });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const told = [...text.matchAll(/^# HELP (waybill_\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name, help, type]) => `| \`${name}\` | ${type} | ${help} |`,
  );
  const page = readFileSync(path.join(import.meta.dirname, "../../docs/reference/metrics.md"), "utf8");
  expect(told.sort()).toEqual((page.match(/^\| `waybill_\w+` \| .*$/gm) ?? []).sort());
  expect(told.length).toBe(Object.keys(FIGURES).length);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
});
