import type { TestProject } from "vitest/node";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { startTemporaryPostgres } from "../../scripts/postgres/temporary.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's own database; `testDatabase()` clones `tmpl` beside it. */
    postgres: string;
  }
}

/** One server for all files of a project, with every migration applied to the template `tmpl`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres();
  try {
    await execute(server.url, "create database tmpl");
    await deploy(siblingUrl(server.url, "tmpl"));
    await execute(server.url, "alter database tmpl is_template true allow_connections false");
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
  project.provide("postgres", server.url);
  return server.stop;
}
