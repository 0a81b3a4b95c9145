import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { defineTask } from "../../core/task/define-task.ts";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { type Ask, ask } from "../../tests/factories/web-client.ts";

vi.mock("server-only", () => ({}));

const greet = defineTask({
  name: "greet",
  input: z.strictObject({ who: z.string() }),
  run: ({ who }) => `Good morning, ${who}.`,
});

let scene: Awaited<ReturnType<typeof taskScene>>;
let task: typeof import("./v1/tasks/[task]/route.ts");
let token: string;

beforeAll(async () => {
  scene = await taskScene([greet]);
  vi.stubEnv("DATABASE_URL", scene.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  task = await import("./v1/tasks/[task]/route.ts");
  const olga = await makePerson(scene.ctx.db, "operator");
  token = (await createToken(scene.as(olga), { name: "tasks", scopes: ["tasks"] })).secret;
});

afterAll(async () => {
  await (await import("../_server/hub.ts")).hub().end();
  const { root } = await import("../_server/root.ts");
  await root().changes.flush();
  await root().db.$disconnect();
  await scene.end();
});

const post = (body: unknown, headers: Ask["headers"] = {}, name = "greet") =>
  ask(task, `POST /api/v1/tasks/${name}`, { token, body, headers }, { task: name });

it("is started with a key, answered 202 with its address, and a repeat is the same", async () => {
  const headers = { "idempotency-key": '"one"' };
  const first = await post({ who: "Ada" }, headers);
  const body = await first.json();
  expect([first.status, first.headers.get("location")]).toEqual([202, `/api/v1/tasks/${body.id}`]);
  expect(body).toEqual({
    id: expect.stringMatching(/^tid-/),
    name: "greet",
    state: "Accepted",
    position: null,
    created: true,
  });
  const again = await post({ who: "Ada" }, headers);
  expect([again.status, await again.json()]).toEqual([202, { ...body, created: false }]);
});

it.each([
  [400, "key_missing", { who: "Ada" }, {}, "greet"],
  [422, "key_reused", { who: "Ben" }, { "idempotency-key": "one" }, "greet"],
  [422, "task_input_invalid", { whom: "Ben" }, { "idempotency-key": "two" }, "greet"],
  [404, "unknown_task", {}, { "idempotency-key": "two" }, "nothing"],
])("is refused with %i %s", async (status, code, body, headers, name) => {
  const answer = await post(body, headers, name);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
  expect(await answer.json()).toMatchObject({ status, code, type: `urn:waybill:error:${code}` });
});

it("is waited for over the web, until a worker has ended it", async () => {
  const { id } = await (await post({ who: "Cleo" }, { "idempotency-key": "three" })).json();
  const get = (query: string) =>
    ask(task, `GET /api/v1/tasks/${id}${query}`, { token }, { task: id }).then((answer) => answer.json());
  expect(await get("")).toMatchObject({ id, state: "Accepted" });
  const waits = get("?wait=30");
  await scene.workAll();
  expect(await waits).toMatchObject({ state: "Succeeded", output: "Good morning, Cleo." });
});
