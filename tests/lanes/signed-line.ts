import { setTimeout as sleep } from "node:timers/promises";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import type { Context } from "../../operations/context.ts";
import { submitBatches } from "../../operations/lane/submit-batches.ts";
import type { LanePorts } from "../../operations/turn/ports.ts";
import { workLane } from "../../operations/turn/work.ts";
import type { Prisma } from "../../prisma/generated/client.ts";
import type { Sql } from "../../prisma/sql.ts";
import { openLaneSteps } from "../../prisma/store/lane/gathered.ts";
import { takeLease } from "../../prisma/store/lease.ts";
import { makeLaneScene } from "../factories/lane-scene.ts";
import { makePerson } from "../factories/make-person.ts";
import type { TestContext } from "../factories/test-context.ts";
import { makeBatches, makeBatchList } from "../fixtures/ledger/sign.ts";
import type { FakeLedger } from "../servers/fake-ledger/start.ts";

const PATIENCE_MS = 15_000;

/** What a line is made with. `timeScale`: LANE_TIMES; `lastMs`: CLAIM_LAST_MS. */
export type LineAsk = {
  readonly name: string;
  readonly count: number;
  readonly lane?: Prisma.LaneUncheckedUpdateInput;
  readonly timeScale?: number;
  readonly lastMs?: number;
};

/** What a lane is worked with by hand. `isOpen`: working storage has room; `at`: called at the named points of a turn. */
export function handPorts(
  db: Sql,
  ledgers: LanePorts["ledgers"],
  { isOpen = true, at = async () => undefined }: { isOpen?: boolean; at?: LanePorts["faultPoint"] } = {},
): LanePorts {
  const steps = openLaneSteps(db);
  return { ledgers, steps, isStorageOpen: async () => isOpen, faultPoint: at, instance: "w", roll: () => 0 };
}

/** A lane of a fake Sawtooth with signed batches in line, an operator, and hands that work it as a worker does. */
export async function signedLine(
  { ctx: { db, env }, as }: TestContext,
  { ledger, ports }: { readonly ledger: FakeLedger; readonly ports: LanePorts },
  { name, count, lane = {}, timeScale = 0.05, lastMs = 180_000 }: LineAsk,
) {
  const connection = { url: ledger.sawtoothUrl(name), headers: {} };
  const times = { LANE_TIMES: timeScale, CLAIM_LAST_MS: lastMs };
  const operator = as(await makePerson(db, "admin"));
  const ctx: Context = { ...operator, env: { ...env, ...times, LEDGERS: { main: connection } } };
  const about = { serviceId: `lane-${name}`, backend: "sawtooth", ledger: "main", ...lane } as const;
  const { laneId, serviceId } = await makeLaneScene(db, about);
  const read = () => readBatchList(makeBatchList(makeBatches(name, count)));
  await submitBatches(ctx, { serviceId, userAgent: null, read });
  const rows = () => db.batch.findMany({ where: { laneId }, orderBy: { laneSeq: "asc" } });
  const ids = (await rows()).map(({ id }) => id);
  const statuses = async () => (await rows()).map(({ submissionStatus }) => submissionStatus);
  const turn = async (signal = new AbortController().signal) => {
    const lease = await takeLease(db, "lane", { id: laneId, owner: "w", leaseMs: 15_000, lastMs });
    if (!lease) return sleep(10);
    await workLane(ctx, ports, { laneId, fence: lease.fence, signal });
  };
  /** Works the lane until `isDone` says so of its batches' statuses, in their order. */
  const workUntil = async (isDone: (stands: Awaited<ReturnType<typeof statuses>>) => boolean) => {
    const end = performance.now() + PATIENCE_MS;
    while (!isDone(await statuses())) {
      if (performance.now() > end) throw new Error(`the lane stays at ${await statuses()}`);
      await turn();
    }
  };
  /** The places of the batches that have arrived, in the order they did. */
  const arrivals = async () => {
    const kept = await db.ledgerBatch.findMany({ where: { laneId } });
    const placeOf = (ledgerId: string) =>
      ids.indexOf(kept.find((one) => one.ledgerId === ledgerId)?.batchId ?? "") + 1;
    return ledger.log.flatMap(({ service, event, id }) =>
      service === name && event === "arrived" ? [placeOf(id)] : [],
    );
  };
  return { ctx, laneId, serviceId, ids, turn, workUntil, arrivals, statuses };
}
