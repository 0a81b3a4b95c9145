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

/** Rows that any act of a person leaves behind. */
async function traces(): Promise<number[]> {
  const { db } = test.ctx;
  return Promise.all([
    db.audit.count(),
    db.event.count(),
    db.batch.count(),
    db.user.count(),
    db.apiToken.count(),
    db.accountLink.count(),
    db.session.count(),
  ]);
}

describe.each(ROUTE_ROWS)("$route", (row) => {
  it.each(ASKERS)("answers %s as the table says", async (asker) => {
    const { db } = test.ctx;
    const world = row.changes ? await makeWorld(db, { held: row.changes === "held" }) : shared;
    const before = await traces();
    const got = await outcome(row, asker, world);
    expect(got).toBe(row.expect[asker]);
    const changed = row.changes !== undefined && (got === "ok" || got === "shown");
    if (!changed) expect(await traces()).toEqual(before);
  });
});
