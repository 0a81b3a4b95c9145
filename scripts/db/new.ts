import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { startTemporaryPostgres } from "../postgres/temporary.ts";
import { Problem } from "../problem.ts";
import { runCommand } from "../run-command.ts";
import { MIGRATIONS } from "./migrations.ts";
import { diffToSchema, writeSnapshot } from "./schema-engine.ts";

const NAME = /^[a-z]+(_[a-z0-9]+)+$/;

/** `npm run db:new -- add_holds`: writes the migration that brings the newest one up to prisma/schema. */
async function main(): Promise<void> {
  const name = process.argv[2] ?? "";
  if (!NAME.test(name))
    throw new Problem("Name the migration as verb_noun, for example: npm run db:new -- add_holds");
  const server = await startTemporaryPostgres();
  const sql = await diffToSchema("snapshot", server.url).finally(() => server.stop());
  if (sql === "") throw new Problem("The migrations already make what prisma/schema describes.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(MIGRATIONS, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), sql);
  await writeSnapshot();
  console.log(path.join(folder, "migration.sql"));
  process.exit(0);
}

runCommand(main);
