import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { codeOf } from "../problem.ts";
import { ROOT } from "../root.ts";
import { MIGRATIONS } from "./migrations.ts";

type Glue = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");
type Engine = Awaited<ReturnType<Glue["SchemaEngine"]["new"]>>;
type WebAssemblyModule = { __wbindgen_start?: () => void };
type SchemaFile = { readonly path: string; readonly content: string };

const SCHEMA = path.join(ROOT, "prisma", "schema");
/** The schema as it was when the newest migration was written: the engine cannot read it back from a database. */
const SNAPSHOT = path.join(MIGRATIONS, "schema.snapshot");

/**
 * SQL from the snapshot, or from nothing, to what prisma/schema describes; `""` when they agree.
 * By Prisma's engine as WebAssembly: its program needs a download that is not to be had everywhere.
 * It wants any database at `url` though it only compares texts, and keeps its connections: end the process when done.
 */
export async function diffToSchema(from: "empty" | "snapshot", url: string): Promise<string> {
  const files = await readSchema();
  const before = from === "snapshot" ? await readSnapshot() : [];
  const engine = await startEngine(files, url);
  const { stdout } = await engine.diff({
    from: before.length === 0 ? { tag: "empty" } : { tag: "schemaDatamodel", files: before },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  const sql = stdout ?? "";
  return sql.includes("-- This is an empty migration.") ? "" : sql;
}

/** Makes the snapshot what prisma/schema is now. */
export async function writeSnapshot(): Promise<void> {
  const files = await readSchema();
  await writeFile(
    SNAPSHOT,
    files
      .map(({ content }) => content.trim())
      .join("\n\n")
      .concat("\n"),
  );
}

async function readSnapshot(): Promise<SchemaFile[]> {
  try {
    return [{ path: "schema.prisma", content: await readFile(SNAPSHOT, "utf8") }];
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return [];
    throw thrown;
  }
}

async function readSchema(): Promise<SchemaFile[]> {
  const names = (await readdir(SCHEMA)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(path.join(SCHEMA, name), "utf8") })),
  );
}

async function startEngine(files: readonly SchemaFile[], url: string): Promise<Engine> {
  loading ??= loadGlue();
  const glue = await loading;
  const datamodels = files.map(({ path: name, content }): [string, string] => [name, content]);
  const calm = { onPoolError: () => undefined, onConnectionError: () => undefined };
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }, calm));
  return glue.SchemaEngine.new({ datamodels }, () => {}, adapter);
}

/** Once a process: the glue keeps one instance in a global of its own. */
let loading: Promise<Glue> | undefined;

/** The package's own entry is for bundlers, so the WebAssembly is wired up by hand. */
async function loadGlue(): Promise<Glue> {
  const entry = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(fileURLToPath(entry).replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports as WebAssemblyModule).__wbindgen_start?.();
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) },
  });
  return glue;
}
