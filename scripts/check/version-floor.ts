import { readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../root.ts";
import { isMain, runCommand } from "../run-command.ts";

/** The least version of a package that is safe to run, and what is wrong below it. */
interface Floor {
  readonly least: string;
  readonly why: string;
}

/** Kept by hand, because the registry's audit is not to be had everywhere. Raise a floor when an advisory says so. */
export const FLOORS: Readonly<Record<string, Floor>> = {
  "@prisma/adapter-pg": {
    least: "7.10.0",
    why: "a pooled connection could be entered again inside an open transaction",
  },
  "@prisma/client": {
    least: "7.10.0",
    why: "a pooled connection could be entered again inside an open transaction",
  },
  "better-auth": { least: "1.7.25", why: "CVE-2025-61928 and the advisories of June 2026" },
  bullmq: { least: "6.2.0", why: "workers could park for good after a lost connection" },
  next: {
    least: "16.4.6",
    why: "CVE-2025-29927, CVE-2025-55182, CVE-2026-75604 and the rounds up to November 2026",
  },
  prisma: { least: "7.10.0", why: "belongs to @prisma/client" },
  react: { least: "19.3.1", why: "CVE-2026-23870" },
  "react-dom": { least: "19.3.1", why: "CVE-2026-23870" },
};

/** Packages that must not come in at all, by any road. */
export const BARRED: Readonly<Record<string, string>> = {
  "next-auth": "fail-open advisory GHSA-8fpg-xm3f-6cx3; sessions are better-auth's here",
};

type Packages = Readonly<Record<string, { readonly version?: string }>>;

/** What of a lock file's packages lies below its floor or is barred; each copy of a package counts. */
export function findBelowFloor(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([place, { version = "0.0.0" }]) => {
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const barred = BARRED[name];
    if (barred) return [`${place} must not be installed: ${barred}`];
    const floor = FLOORS[name];
    if (!floor || isAtLeast(version, floor.least)) return [];
    return [`${place} ${version} is below ${floor.least}: ${floor.why}`];
  });
}

/** Compares release numbers; a pre-release counts as below its release. */
export function isAtLeast(version: string, least: string): boolean {
  const [release = "", preRelease] = version.split("-", 2);
  const [have, need] = [release, least].map((text) => text.split(".").map(Number));
  for (let place = 0; place < 3; place += 1) {
    const difference = (have?.[place] ?? 0) - (need?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return preRelease === undefined;
}

/** `node --import tsx scripts/check/version-floor.ts`: package-lock.json holds nothing known to be unsafe. */
async function main(): Promise<void> {
  const lock: { packages: Packages } = JSON.parse(
    await readFile(path.join(ROOT, "package-lock.json"), "utf8"),
  );
  const problems = findBelowFloor(lock.packages);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

if (isMain(import.meta.url)) runCommand(main);
