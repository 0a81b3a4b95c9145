import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { execute } from "../../scripts/db/database.ts";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { all } from "../lanes/ledger-lane.ts";
import { openSite, type Site } from "./site.ts";

/** F32: newer code has written values this code does not know; the types had been widened before it came. */
const TYPES = ["job_state", "batch_state", "submission_status"] as const;
const NEWER = "Escrowed";

let site: Site;

beforeAll(async () => {
  site = await openSite(["main", "newer"]);
  const { ownerUrl } = site.installation;
  for (const type of TYPES) await execute(ownerUrl, `ALTER TYPE ${type} ADD VALUE '${NEWER}'`);
});

afterAll(() => site?.close());

const rowsOf = async () => {
  const { db } = site.installation.ctx;
  return db.$queryRaw<Record<string, unknown>[]>`
    SELECT 'job' AS kind, job.state::text, fence > 0 AS "wasTaken", lease_owner AS holder, due_at IS NOT NULL AS "isDue" FROM job
    UNION ALL
    SELECT 'batch', state::text, fence > 0, lease_owner, due_at IS NOT NULL FROM batch WHERE state::text = ${NEWER}
    ORDER BY kind`;
};

it("a worker that meets a value it does not know stands down, and leaves the row due for who does", async () => {
  const { db } = site.installation.ctx;
  const { start, installation, ledger, lane: makeLane } = site;
  const newer = await makeLane("newer");
  await newer.submit(makeBatches("newer", 2));
  await db.$executeRaw`
    UPDATE batch SET state = 'Processing', submitted = true, submission_status = ${NEWER}::submission_status
    WHERE lane_id = ${newer.laneId} AND lane_seq = 1`;
  const batchId = await installation.deposit("abc", { filename: "a.txt" });
  await db.$executeRaw`
    INSERT INTO job (id, batch_id, ordinal, state, payload, filename, priority, submitter, due_at)
    VALUES ('jid-newer', ${batchId}, 1, ${NEWER}::job_state, 'file', 'a.txt', 50, 'test', clock_timestamp())`;
  await db.$executeRaw`
    UPDATE batch SET state = ${NEWER}::batch_state, due_at = clock_timestamp() WHERE id = ${batchId}`;
  const worker = await start();
  const lane = await makeLane("main");
  await lane.submit(makeBatches("main", 2));
  await lane.until(all("Committed"));
  await sleep(1_000);
  const stood = { state: NEWER, wasTaken: true, holder: null, isDue: true };
  expect(await rowsOf()).toEqual([
    { kind: "batch", ...stood },
    { kind: "job", ...stood },
  ]);
  expect(ledger.log.filter(({ service, event }) => service === "newer" && event === "arrived")).toEqual([]);
  const [turn] = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT fence > 0 AS "wasTaken", lease_owner AS holder, due_at IS NOT NULL AS "isDue" FROM lane WHERE id = ${newer.laneId}`;
  expect(turn).toEqual({ wasTaken: true, holder: null, isDue: true });
  expect(worker.lines.filter((line) => line.includes("unexpected error"))).toEqual([]);
});
