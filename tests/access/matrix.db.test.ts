import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";
import type { Outcome, RouteRow } from "./route-row.ts";
import { ROUTE_ROWS } from "./route-table.ts";
import { ASKERS, type Asker, makeWorld, type World } from "./world.ts";

let test: TestContext;
let shared: World;

beforeAll(async () => {
  test = await testContext();
  shared = await makeWorld(test.ctx.db);
});

afterAll(() => test.end());

async function outcome(row: RouteRow, asker: Asker, world: World): Promise<Outcome> {
  try {
    const answer = await row.call(test.as(world.askers[asker]), world);
    if (!row.sought) return "ok";
    return JSON.stringify(answer).includes(row.sought(world)) ? "shown" : "hidden";
  } catch (error) {
    if (error instanceof WaybillError) return error.code;
    throw error;
  }
}

/** How many rows there are that any act of a person leaves behind. */
async function traces(): Promise<unknown> {
  const [counts] = await test.ctx.db.$queryRaw<unknown[]>`
    SELECT (SELECT count(*) FROM audit) AS audit, (SELECT count(*) FROM event) AS events,
      (SELECT count(*) FROM batch) AS batches, (SELECT count(*) FROM app_user) AS people,
      (SELECT count(*) FROM api_token) AS tokens, (SELECT count(*) FROM account_link) AS links,
      (SELECT count(*) FROM session) AS sessions`;
  return counts;
}

describe.each(ROUTE_ROWS)("$route", (row) => {
  let world: World | undefined;

  it.each(ASKERS)("answers %s as the table says", async (asker) => {
    world ??= row.changes ? await makeWorld(test.ctx.db, { held: row.changes === "held" }) : shared;
    const before = await traces();
    const got = await outcome(row, asker, world);
    expect(got).toBe(row.expect[asker]);
    if (row.changes !== undefined && (got === "ok" || got === "shown")) world = undefined;
    else expect(await traces()).toEqual(before);
  });
});
