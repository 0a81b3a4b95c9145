import { createLedgers } from "../../adapters/ledger/ledgers.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import { Env } from "../../lib/env.ts";
import { createLog, type Log } from "../../lib/log.ts";
import { sweep } from "../../operations/upkeep/sweep.ts";
import { LeaseKeeper } from "../../worker/engine/lease-keeper.ts";
import { makeRunner } from "../../worker/engine/runner.ts";
import { wire } from "../../worker/wiring.ts";
import { makeWorks } from "../../worker/works.ts";
import { postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy/start.ts";
import { type Installation, makeInstallation } from "./installation.ts";

const KINDS = ["lane", "batch", "job", "mail"] as const;
const MOST_ROUNDS = 40;

/** Where a connection is cut: at a statement's number, and on which side of it. */
export type Cut = { readonly at: number; readonly cut: "before" | "between" };

/** How one deposit went: the moves of its batch and jobs in order, its mails, and what was cut. */
export type Course = {
  readonly moves: readonly string[];
  readonly mails: readonly string[];
  readonly statements: readonly string[];
  readonly cuts: number;
  /** What the worker's log had to say at the level of an error. */
  readonly errors: readonly string[];
};

/** A worker whose connections to PostgreSQL go through a proxy that can cut them between any two statements. */
export type CutSite = {
  run(cut?: Cut): Promise<Course>;
  end(): Promise<void>;
};

export async function openCutSite(): Promise<CutSite> {
  const installation = await makeInstallation({ env: { WAIT_RETRY_MS: "50", MAIL_BACKOFF_MS: "10" } });
  const { DATABASE_URL = "" } = installation.workerEnv;
  const proxy = await startFaultProxy({
    targetPort: Number(new URL(DATABASE_URL).port),
    readRequests: () => postgresStatements("waybill-worker"),
  });
  const errors: string[] = [];
  const worker = await openWorker(installation, proxy, hearing(errors));
  let deposits = 0;
  return {
    run: async (cut) => {
      deposits += 1;
      errors.length = 0;
      const statements: string[] = [];
      const before = proxy.seen.cuts;
      const batchId = await installation.deposit(`text ${deposits}`, { filename: "a.txt", type: "file" });
      proxy.trap({
        fits: (statement) => statements.push(statement) - 1 === cut?.at,
        cut: cut?.cut ?? "before",
      });
      await worker.workUntilDone(batchId);
      proxy.untrap();
      return {
        ...(await courseOf(installation, batchId)),
        statements,
        cuts: proxy.seen.cuts - before,
        errors: [...errors],
      };
    },
    end: async () => {
      await worker.end();
      await proxy.close();
      await installation.end();
    },
  };
}

function hearing(errors: string[]): Log {
  const log = createLog("silent", "test");
  const error = (...words: readonly unknown[]) =>
    void errors.push(words.map((word) => (typeof word === "string" ? word : errorOf(word))).join(" "));
  return Object.assign(Object.create(log), { error }) as Log;
}

const errorOf = (facts: unknown) =>
  typeof facts === "object" && facts !== null && "err" in facts ? String(facts.err) : "";

async function openWorker(installation: Installation, proxy: FaultProxy, log: Log) {
  const env = Env.parse({
    ...installation.workerEnv,
    DATABASE_URL: proxy.urlOf(installation.workerEnv.DATABASE_URL ?? ""),
  });
  const wired = await wire(env, log, createLedgers());
  const { table, ports } = wired;
  const keeper = new LeaseKeeper(table, 600_000, {
    log,
    faultPoint: ports.faultPoint,
    leaseMs: () => 600_000,
  });
  const works = makeWorks(wired, () => undefined);
  const run = makeRunner({
    table,
    keeper,
    works,
    isUnavailable: isDatabaseAway,
    onLocked: () => undefined,
    log,
  });
  const { db } = installation.ctx;
  const round = async () => {
    // in place of the pause after a fault, and of a lease whose taking nobody heard of
    for (const name of ["job", "batch", "lane", "outbox"] as const)
      await db.$executeRawUnsafe(
        `UPDATE ${name} SET lease_owner = NULL, lease_until = NULL, due_at = CASE WHEN lease_until IS NOT NULL OR due_at IS NOT NULL THEN clock_timestamp() END`,
      );
    // a batch nobody woke is woken by the sweep
    await sweep(wired.ctx, ports).catch(() => undefined);
    for (const kind of KINDS)
      for (const { id } of await table.due(kind, 20).catch(() => []))
        await run({ kind, id }, () => undefined);
  };
  return {
    workUntilDone: async (batchId: string) => {
      for (let count = 0; count < MOST_ROUNDS; count += 1) {
        await round();
        const mail = await db.outbox.findFirst({ where: { batchId, kind: "mail" } });
        if (mail && mail.status !== "Waiting") return;
      }
      throw new Error(`After ${MOST_ROUNDS} rounds the mail of ${batchId} has not been sent.`);
    },
    end: async () => {
      await keeper.stop();
      await wired.close();
    },
  };
}

async function courseOf({ ctx: { db } }: Installation, batchId: string) {
  const events = await db.event.findMany({
    where: { batchId, kind: { in: ["batch.moved", "job.moved"] } },
    orderBy: { id: "asc" },
  });
  const mails = await db.outbox.findMany({ where: { batchId, kind: "mail" } });
  return {
    moves: events.map(({ kind, to }) => `${kind.split(".")[0]} ${to}`),
    mails: mails.map(({ status }) => status),
  };
}

/** The numbers of a course's statements that belong to transactions, their ends included. */
export function inTransactions({ statements }: Course): readonly number[] {
  let isInside = false;
  return statements.flatMap((statement, at) => {
    const was = isInside;
    if (/^BEGIN/i.test(statement)) isInside = true;
    if (/^(COMMIT|ROLLBACK)/i.test(statement)) isInside = false;
    return was || isInside ? [at] : [];
  });
}
