import path from "node:path";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import type { LanesWorld } from "../lanes-world.ts";
import { installRivals } from "./install.ts";
import { runProgram } from "./run-program.ts";

/** What a run showed. `overlaps`: begun while its lane was busy; `inversions`: after a later one of its lane. */
export type RivalResult = {
  readonly perSecond: number;
  readonly overlaps: number;
  readonly inversions: number;
  readonly duplicates: number;
  readonly lost: number;
};

/** `pass`: each has a place of its own in what they share. */
type Size = { readonly lanes: number; readonly batches: number; readonly pass: number };

/** As many handlers at a time as there can be, up to this; more made all of them slower here. */
const AT_ONCE = 20;

/** GroupMQ on Redis: a group per lane. */
export async function runGroupmq({ redisUrl }: LanesWorld, size: Size): Promise<RivalResult> {
  const { folder } = await installRivals();
  return runProgram(process.execPath, "groupmq.mjs", { folder, url: redisUrl, atOnce: AT_ONCE, ...size });
}

/** Restate: a virtual object per lane. Its server is a program of its own; its handlers need Node 22. */
export async function runRestate(size: Size): Promise<RivalResult> {
  const { folder, node22 } = await installRivals();
  const package_ = `restate-server-${process.platform}-${process.arch}`;
  const server = path.join(folder, "node_modules", "@restatedev", package_, "bin", "restate-server");
  return runProgram(node22, "restate.mjs", { folder, server, ...size });
}

/** pg-boss with the queue policy `key_strict_fifo`: a singletonKey per lane. It needs Node 22. */
export async function runPgBoss({ postgresUrl }: LanesWorld, size: Size): Promise<RivalResult> {
  const { folder, node22 } = await installRivals();
  const database = `pgboss_${size.lanes}_${size.pass}`;
  await execute(postgresUrl, `create database ${database}`);
  const url = siblingUrl(postgresUrl, database);
  return runProgram(node22, "pg-boss.mjs", { folder, url, atOnce: AT_ONCE, ...size });
}
