import { afterAll, beforeAll, expect, it } from "vitest";
import { openHandWorker } from "../pipeline/hand-worker.ts";
import { makeInstallation } from "../pipeline/installation.ts";
import { startSource } from "../servers/hostile-source.ts";
import { BOUNDS } from "./bounds.ts";
import {
  type Site,
  walkLeases,
  walkLedgerLanes,
  walkOrder,
  walkPages,
  walkPipeline,
  walkReplay,
} from "./hot-paths.ts";
import { type Executed, outlineOf } from "./plan-log.ts";
import { openStaleDatabase } from "./stale-database.ts";
import { MADE_BY_PRISMA, openStatements } from "./store-statements.ts";
import { walkCopies, walkTasks } from "./walk-tasks.ts";

/** The worker's and the test's connections, so that no two plans are written to the log at a time. */
const ALONE = { connections: 1 };

let site: Site;
let seen: readonly (Executed & { readonly name: string })[];

beforeAll(async () => {
  const database = await openStaleDatabase();
  const source = await startSource();
  const installation = await makeInstallation({
    ...ALONE,
    database,
    settings: { privateSources: [source.host] },
    // one turn takes several batches, however slow the machine
    env: {
      LEDGERS: JSON.stringify({ main: { url: "http://127.0.0.1:1" } }),
      LANE_STEPS: "20",
      LANE_TURN_MS: "60000",
    },
  });
  // a database with objects in it takes no folder that it has not seen before
  const first = await openHandWorker(installation, undefined, ALONE);
  await first.watchRoots();
  await first.end();
  await database.fill();
  const worker = await openHandWorker(installation, undefined, ALONE);
  site = { database, source, installation, worker };
  await walkTasks(site);
  await walkCopies(site);
  await walkReplay(site);
  await walkLedgerLanes(site);
  const batchIds = await walkPipeline(site);
  await walkOrder(site);
  await walkLeases(site);
  await walkPages(site, batchIds);
  await worker.sweep();
  const nameOf = openStatements();
  seen = (await database.executed()).map((one) => ({ ...one, name: nameOf(one.text) ?? MADE_BY_PRISMA }));
}, 300_000);

afterAll(async () => {
  await site?.worker.end();
  await site?.installation.end();
  await site?.source.close();
});

it("every statement of the hot paths has a bound, and every bound a statement", () => {
  expect([...new Set(seen.map(({ name }) => name))].sort()).toEqual(Object.keys(BOUNDS).sort());
});

it("no statement of the hot paths looks at more pages than its bound", () => {
  const above = seen.filter(({ name, buffers }) => buffers > (BOUNDS[name] ?? 0));
  const told = above.map(({ name, buffers, plan }) => `${name}: ${buffers} pages\n${outlineOf(plan)}`);
  expect(told).toEqual([]);
});
