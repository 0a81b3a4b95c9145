import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Postgres, type PostgresOptions, startPostgres } from "./start.ts";

/** Durability is of no use to a database that is thrown away. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** A server for tests and tools: fast, on a free port, its data gone when it is stopped. `settings`: more of them. */
export async function startTemporaryPostgres({
  settings,
  take,
}: Pick<PostgresOptions, "settings" | "take"> = {}): Promise<Postgres> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "waybill-postgres-"));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startPostgres({
      dataDir,
      settings: { ...FAST, ...settings },
      ...(take && { take }),
    });
    const stop = async () => {
      await server.stop();
      await remove();
    };
    return { ...server, stop };
  } catch (thrown) {
    await remove();
    throw thrown;
  }
}
