import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../../scripts/root.ts";
import { type CheckWorld, makeCheckWorld, makeOldFolder } from "./check-world.ts";

const PATIENCE_MS = 240_000;

let world: CheckWorld;
beforeAll(async () => {
  world = await makeCheckWorld();
});
afterAll(() => world.end());

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs the command as a person does, with the settings of the world's worker. */
function command(options: readonly string[], settings = world.installation.workerEnv): Promise<Ended> {
  const args = ["--import", "tsx", "scripts/check-consistency.ts", ...options];
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ...settings };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
      done({ code, stdout, stderr });
    });
  });
}

it(
  "prints what is left and exits with 1, repairs and exits with 0",
  async () => {
    const { jobId } = await world.store("space");
    const orphan = `jid-${randomUUID()}`;
    await makeOldFolder(path.join(world.working, "jobs", orphan), 2);
    await world.installation.ctx.db.job.update({ where: { id: jobId }, data: { spaceReserved: 5n } });
    await world.age();

    const found = await command([]);
    expect(found.stderr).toBe("");
    expect(found.stdout).toContain("Orphan folder (orphan_folder): 1");
    expect(found.stdout).toContain(`  - ${orphan} `);
    expect(found.stdout).toContain("2 found, 0 repaired, 2 left.");
    expect(found.code).toBe(1);

    const repaired = await command(["--repair", "--json", "--deep"]);
    expect(repaired.code, `${repaired.stderr}${repaired.stdout}`).toBe(0);
    expect(JSON.parse(repaired.stdout)).toMatchObject({ found: 2, left: 0, deep: true, standing: "ended" });
    expect(await world.installation.ctx.db.job.findUnique({ where: { id: jobId } })).toMatchObject({
      spaceReserved: 0n,
    });

    const whole = await command([]);
    expect(whole.stdout).toContain("All is well.");
    expect(whole.code).toBe(0);
  },
  PATIENCE_MS,
);

it(
  "says what is wrong with its options and settings in one sentence",
  async () => {
    const odd = await command(["--reapir"]);
    expect(odd.code).toBe(1);
    expect(odd.stderr).toMatch(/^Unknown option '--reapir'/);
    const bare = await command([], {});
    expect(bare.code).toBe(1);
    expect(bare.stderr).toMatch(/^Set DATABASE_URL/);
  },
  PATIENCE_MS,
);
