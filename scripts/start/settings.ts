import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { type Env, readEnv } from "../../lib/env.ts";
import { folderReason, makeFolder } from "../bootstrap/make-folder.mjs";
import { codeOf, messageOf, Problem } from "../problem.ts";
import { ROOT } from "../root.ts";
import { writeDurably } from "../write-durably.ts";

/** Stands in until the embedded database has an address. */
const UNSET_DATABASE = "postgresql://127.0.0.1/unset";

export interface Settings {
  readonly env: Env;
  /** What web and worker get as their environment. */
  readonly childEnv: NodeJS.ProcessEnv;
}

/** Absolute folder of Waybill's own data. */
export function dataFolder(): string {
  return path.resolve(ROOT, process.env.WAYBILL_DATA || ".waybill");
}

/**
 * Everything both processes need, with the defaults of `npm start` filled in; the database may come later.
 * Throws a Problem naming what is wrong.
 */
export async function resolveSettings(): Promise<Settings> {
  const data = dataFolder();
  const folders = {
    WAYBILL_DATA: data,
    WORKING_STORAGE: path.resolve(ROOT, process.env.WORKING_STORAGE || path.join(data, "working")),
    OBJECT_STORAGE: path.resolve(ROOT, process.env.OBJECT_STORAGE || path.join(data, "objects")),
  };
  for (const [name, folder] of Object.entries(folders)) await openFolder(name, folder);
  return settingsOf({
    DEMO: "true",
    LOG_LEVEL: "warn",
    ...process.env,
    ...folders,
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: process.env.DATABASE_URL || UNSET_DATABASE,
    AUTH_SECRET: process.env.AUTH_SECRET || (await readSecret(path.join(data, "secrets.json"))),
  });
}

/** The same settings with some of them replaced. */
export function settingsOf(source: Readonly<Record<string, string | undefined>>): Settings {
  const childEnv: NodeJS.ProcessEnv = { NODE_ENV: "production", ...source };
  try {
    return { env: readEnv(source), childEnv };
  } catch (cause) {
    throw new Problem(messageOf(cause), { cause });
  }
}

/** Makes a folder and sees that it can be written. */
async function openFolder(name: string, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = folderReason(cause) ?? messageOf(cause);
    throw new Problem(`The folder ${folder} (${name}) cannot be used: ${reason}.`, { cause });
  }
}

/** The key that signs sessions, made once so that a restart signs nobody out. */
async function readSecret(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    if (codeOf(thrown) === "ENOENT") return undefined;
    throw new Problem(`The file ${file} cannot be read: ${messageOf(thrown)}.`, { cause: thrown });
  });
  if (text === undefined) {
    const authSecret = randomBytes(32).toString("base64url");
    await writeDurably(file, `${JSON.stringify({ authSecret }, null, 2)}\n`);
    return authSecret;
  }
  const kept: unknown = parseJson(text);
  if (kept && typeof kept === "object" && "authSecret" in kept && typeof kept.authSecret === "string") {
    return kept.authSecret;
  }
  throw new Problem(
    `The file ${file} is damaged. Put it back, or remove it: everybody must then sign in again.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
