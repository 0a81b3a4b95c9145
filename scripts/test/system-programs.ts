import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { step } from "../bootstrap/progress.mjs";
import { findChromium } from "../browser.ts";
import { Problem } from "../problem.ts";

interface Program {
  readonly debianPackage: string;
  readonly isThere: () => boolean;
  /** How to get it where there is no apt-get. */
  readonly elsewhere: string;
}

/** What `npm run model` needs. */
export const MODEL_PROGRAMS: readonly Program[] = [
  {
    debianPackage: "spin",
    isThere: () => runs(["spin", "-V"]),
    elsewhere: "install Spin 6 so that spin is found, for example: brew install spin",
  },
  {
    debianPackage: "gcc",
    isThere: () => runs(["gcc", "--version"]),
    elsewhere: "install a C compiler so that gcc is found",
  },
  {
    debianPackage: "libc6-dev",
    isThere: () => existsSync("/usr/include/stdio.h") || !existsSync("/etc/debian_version"),
    elsewhere: "install the C library's headers",
  },
];

const PROGRAMS: readonly Program[] = [
  {
    debianPackage: "chromium-headless-shell",
    isThere: () => findChromium() !== undefined,
    elsewhere: "npx playwright install chromium",
  },
  {
    debianPackage: "redis-server",
    isThere: () => runs(["redis-server", "--version"]),
    elsewhere: "install Redis 7 so that redis-server is found, for example: brew install redis",
  },
  {
    debianPackage: "etcd-server",
    isThere: () => runs(["etcd", "--version"]),
    elsewhere: "install etcd 3.4 or newer so that etcd is found, for example: brew install etcd",
  },
  {
    debianPackage: "faketime",
    isThere: () => runs(["faketime", "--version"]),
    elsewhere: "install libfaketime so that faketime is found, for example: brew install libfaketime",
  },
  {
    debianPackage: "curl",
    isThere: () => runs(["curl", "--version"]),
    elsewhere: "install curl so that it is found, for example: brew install curl",
  },
  {
    debianPackage: "strace",
    isThere: () => runs(["strace", "--version"]),
    elsewhere:
      "install strace so that it is found; there is one for Linux only, so elsewhere run the tests in a container",
  },
];

/**
 * What the tests need: the browser, Redis, etcd, the changed clock, curl and strace, if nothing else is said. Installed where this may
 * do so, else a Problem with the command to run.
 */
export async function ensureSystemPrograms(programs = PROGRAMS): Promise<void> {
  const missing = programs.filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  const hasApt = runs(["apt-get", "--version"]);
  if (hasApt && process.getuid?.() === 0)
    await step(`Installing ${packages.join(" and ")}`, () => install(packages));
  const stillMissing = missing.filter(({ isThere }) => !isThere());
  if (stillMissing.length === 0) return;
  const names = stillMissing.map(({ debianPackage }) => debianPackage);
  const commands = hasApt
    ? [`${process.getuid?.() === 0 ? "" : "sudo "}apt-get update`, aptCommand(names)]
    : stillMissing.map(({ elsewhere }) => elsewhere);
  throw new Problem(`The tests need ${names.join(" and ")}. To install:\n  ${commands.join("\n  ")}`);
}

function aptCommand(names: readonly string[]): string {
  const sudo = process.getuid?.() === 0 ? "" : "sudo ";
  return `${sudo}apt-get install --yes --no-install-recommends ${names.join(" ")}`;
}

/** Debian starts a service when its package is installed, unless this file says no; the tests start their own. */
const POLICY = "/usr/sbin/policy-rc.d";

async function install(names: readonly string[]): Promise<void> {
  const isOurs = !existsSync(POLICY);
  if (isOurs) await writeFile(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    aptGet("update", "--quiet");
    aptGet("install", "--yes", "--no-install-recommends", ...names);
  } finally {
    if (isOurs) await rm(POLICY, { force: true });
  }
}

function aptGet(...words: readonly string[]): void {
  const { status, stderr } = spawnSync("apt-get", words, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) console.error(`apt-get ${words.join(" ")} failed:\n${stderr.trim()}`);
}

function runs([file = "", ...words]: readonly string[]): boolean {
  return spawnSync(file, words, { stdio: "ignore" }).status === 0;
}
