import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { fill, withSmallDisk } from "../small-disk.ts";
import type { World } from "../world.ts";

const SIZE = "24m";

/** Puts the table of events on a small disk of its own and fills that disk while `act` runs. */
export async function whileFull(world: World, act: (refusal: string) => Promise<string>): Promise<string> {
  // the server may run as another user than this process
  const owner = await stat(path.join(world.dataDir, "cluster"));
  return withSmallDisk(SIZE, owner, async (folder) => {
    try {
      await move(world, `CREATE TABLESPACE small LOCATION '${folder}'`, "small");
      const filler = path.join(folder, "filler");
      const bytes = await fill(filler);
      await takeRest(world);
      try {
        return await act(`the disk took ${bytes} bytes until ENOSPC`);
      } finally {
        await rm(filler, { force: true });
      }
    } finally {
      await move(world, "SELECT", "pg_default");
      await world.withAdmin((admin) => admin.query("DROP TABLESPACE IF EXISTS small"));
    }
  });
}

async function move(world: World, before: string, tablespace: string): Promise<void> {
  await world.withAdmin(async (admin) => {
    await admin.query(before);
    await admin.query(`ALTER TABLE event SET TABLESPACE ${tablespace}`);
  });
}

/** Fills what room the table itself still has with rows that are not kept, many at a time and then few. */
async function takeRest(world: World): Promise<void> {
  await world.withAdmin(async (admin) => {
    for (const rows of [1_000, 10, 1]) {
      const insert = `INSERT INTO event (kind, actor) SELECT 'chaos', 'chaos' FROM generate_series(1, ${rows})`;
      for (let isFull = false; !isFull; ) {
        await admin.query("BEGIN");
        isFull = await admin.query(insert).then(
          () => false,
          () => true,
        );
        await admin.query("ROLLBACK");
      }
    }
  });
}
