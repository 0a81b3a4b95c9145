import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rm, rmdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { World } from "../world.ts";

const run = promisify(execFile);
const SIZE = "24m";
const CHUNK = Buffer.alloc(65_536);

/** Puts the table of events on a small disk of its own and fills that disk while `act` runs. Root only, since it mounts a tmpfs. */
export async function whileFull(world: World, act: (refusal: string) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-disk-"));
  const { uid, gid } = await stat(path.join(world.dataDir, "data")).catch(() => stat(world.dataDir));
  await run("mount", ["-t", "tmpfs", "-o", `size=${SIZE},uid=${uid},gid=${gid},mode=700`, "tmpfs", folder]);
  try {
    await chmod(folder, 0o700);
    await move(world, `CREATE TABLESPACE small LOCATION '${folder}'`, "small");
    const filler = path.join(folder, "filler");
    const bytes = await fill(filler);
    try {
      return await act(`${bytes} bytes until ENOSPC`);
    } finally {
      await rm(filler, { force: true });
    }
  } finally {
    await move(world, "SELECT", "pg_default");
    await world.withAdmin((admin) => admin.query("DROP TABLESPACE IF EXISTS small"));
    await run("umount", [folder]);
    await rmdir(folder);
  }
}

async function move(world: World, before: string, tablespace: string): Promise<void> {
  await world.withAdmin(async (admin) => {
    await admin.query(before);
    await admin.query(`ALTER TABLE event SET TABLESPACE ${tablespace}`);
  });
}

/** @returns how many bytes went in until the disk was full */
async function fill(file: string): Promise<number> {
  const handle = await open(file, "w");
  let bytes = 0;
  try {
    for (;;) bytes += (await handle.write(CHUNK)).bytesWritten;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return bytes;
    throw error;
  } finally {
    await handle.close();
  }
}
