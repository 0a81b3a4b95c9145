import { startTemporaryPostgres } from "../postgres/temporary.ts";
import { isMain, runCommand } from "../run-command.ts";
import { type CatalogItem, readCatalog } from "./catalog.ts";
import { execute, siblingUrl } from "./database.ts";
import { deploy } from "./deploy.ts";
import { HAND_WRITTEN, type HandWritten } from "./hand-written.ts";
import { diffToSchema } from "./schema-engine.ts";

/** How what the migrations make differs from what prisma/schema describes; empty when they agree. */
export function compareCatalogs(
  made: readonly CatalogItem[],
  described: readonly CatalogItem[],
  allowed: readonly HandWritten[],
): string[] {
  const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;
  const madeBy = new Map(made.map((item) => [keyOf(item), item.definition]));
  const describedBy = new Map(described.map((item) => [keyOf(item), item.definition]));
  const isAllowed = new Set(allowed.map(keyOf));
  const surplus = [...madeBy.keys()].filter((key) => !describedBy.has(key) && !isAllowed.has(key));
  const isPartOfMissing = ({ kind, name }: CatalogItem) =>
    kind === "column" && !madeBy.has(`table ${name.split(".")[0]}`);
  const missing = described.filter((item) => !madeBy.has(keyOf(item)) && !isPartOfMissing(item)).map(keyOf);
  const idle = [...isAllowed].filter((key) => !madeBy.has(key));
  const differing = [...madeBy].filter(
    ([key, definition]) => (describedBy.get(key) ?? definition) !== definition,
  );
  return [
    ...missing.map((key) => `only in prisma/schema: ${key}`),
    ...surplus.map((key) => `only in prisma/migrations: ${key}`),
    ...idle.map((key) => `listed in scripts/db/hand-written.ts but made by no migration: ${key}`),
    ...differing.map(
      ([key, definition]) => `${key}: migrations "${definition}", schema "${describedBy.get(key)}"`,
    ),
  ];
}

const STALE_SNAPSHOT = "prisma/migrations/schema.snapshot is stale: run npm run db:new -- <verb_noun>";

/** Builds the database twice beside the one at `server`, by the migrations and by the schema, and compares. */
export async function findDrift(server: string): Promise<string[]> {
  const [made, described] = [siblingUrl(server, "drift_made"), siblingUrl(server, "drift_described")];
  await execute(server, "create database drift_made");
  await execute(server, "create database drift_described");
  await deploy(made);
  await execute(described, await diffToSchema("empty", described));
  const differences = compareCatalogs(await readCatalog(made), await readCatalog(described), HAND_WRITTEN);
  const isStale = (await diffToSchema("snapshot", described)) !== "";
  return isStale ? [...differences, STALE_SNAPSHOT] : differences;
}

/** `npm run db:drift`: fails naming each difference. */
async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  const drift = await findDrift(server.url).finally(() => server.stop());
  console.log(drift.length === 0 ? "Migrations and schema agree." : drift.join("\n"));
  process.exit(drift.length === 0 ? 0 : 1);
}

if (isMain(import.meta.url)) runCommand(main);
