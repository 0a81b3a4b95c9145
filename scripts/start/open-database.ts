import { step } from "../bootstrap/progress.mjs";
import { deploy } from "../db/deploy.ts";
import { startPostgres } from "../postgres/start.ts";
import { Problem } from "../problem.ts";
import type { Stopping } from "./stop.ts";

export interface Database {
  readonly url: string;
  /** Rejects with a Problem when the embedded server ends by itself; never settles for another server. */
  readonly died: Promise<never>;
}

/** The database of DATABASE_URL, or else the embedded one in `folder`; with every migration applied. */
export async function openDatabase(folder: string, stopping: Stopping): Promise<Database> {
  const given = process.env.DATABASE_URL;
  const database = given ? { url: given, died: never } : await startEmbedded(folder, stopping);
  await step("Bringing the database up to date", () => deploy(database.url));
  return database;
}

const never = new Promise<never>(() => {});

async function startEmbedded(dataDir: string, stopping: Stopping): Promise<Database> {
  const server = await step("Starting PostgreSQL", () => startPostgres({ dataDir }));
  let isAsked = false;
  stopping.add(() => {
    isAsked = true;
    return server.stop();
  });
  const died = server.ended.then((reason) => {
    if (isAsked) return never;
    throw new Problem(`The embedded PostgreSQL ended by itself: ${reason ?? "somebody stopped it"}.`);
  });
  died.catch(() => {});
  return { url: server.url, died };
}
