import type { TestProject } from "vitest/node";
import { makeApplicationRole } from "../../scripts/db/application-role.ts";
import { bringUpToDate } from "../../scripts/db/bring-up-to-date.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { startTemporaryPostgres } from "../../scripts/postgres/temporary.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server's own database; `testDatabase()` clones `tmpl` beside it. */
    postgres: string;
    /** The same as the role the application has: it owns nothing. */
    application: string;
  }
}

/** One server for all files of a project, with every migration applied to the template `tmpl`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres();
  try {
    await execute(server.url, "create database tmpl");
    const application = await makeApplicationRole(server.url);
    await bringUpToDate({ url: siblingUrl(application, "tmpl"), ownerUrl: siblingUrl(server.url, "tmpl") });
    project.provide("application", application);
    await execute(server.url, "alter database tmpl is_template true allow_connections false");
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
  project.provide("postgres", server.url);
  return server.stop;
}
