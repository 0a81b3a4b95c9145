import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { writeFile as unpackTo } from "../../adapters/container/write-file.ts";
import { readDisk } from "../../adapters/disk/reserve.ts";
import { openPart } from "../../adapters/payload/part-file.ts";
import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { storePayload } from "../../adapters/upload/store-payload.ts";
import { openWorkingFiles } from "../../adapters/working/folders.ts";
import { withSmallDisk } from "../chaos/small-disk.ts";
import { anyRoot } from "../factories/any-root.ts";

const MIB = 1_048_576;
const CHUNK = 65_536;
const RESERVE = 24 * MIB;
const ROOT_OWNS = { uid: 0, gid: 0 };

const onDisk = (act: (disk: string) => Promise<void>) => withSmallDisk("64m", ROOT_OWNS, act);

/** Bytes without end, or `most`; `onChunk` hears of each chunk. */
async function* bytes(onChunk: () => Promise<void>, most = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < most; at += CHUNK) {
    await onChunk();
    yield Buffer.alloc(CHUNK);
  }
}

/** Looks how little of a disk was ever free. */
function lowWater(disk: string) {
  const seen = { freeBytes: Number.POSITIVE_INFINITY };
  const look = async () => {
    seen.freeBytes = Math.min(seen.freeBytes, (await readDisk(disk)).freeBytes);
  };
  return { seen, look };
}

test("uploads, many at once, are refused with disk_full while the reserve is still there", () =>
  onDisk(async (disk) => {
    const { seen, look } = lowWater(disk);
    const rules = { folder: disk, maxBytes: 1e12, reserveBytes: RESERVE };
    const uploads = Array.from({ length: 8 }, () => storePayload(bytes(look), rules));
    const answers = await Promise.allSettled(uploads);
    expect(answers.map((answer) => answer.status === "rejected" && answer.reason.code)).toEqual(
      Array.from({ length: 8 }, () => "disk_full"),
    );
    // each may have looked just before the others wrote their last chunk
    expect(seen.freeBytes).toBeGreaterThan(RESERVE - 8 * CHUNK);
    // and it was not refused long before
    expect(seen.freeBytes).toBeLessThan(RESERVE + 4 * MIB);
    expect(await readdir(path.join(disk, "uploads"))).toEqual([]);
    await expect(storePayload(bytes(look, 4 * CHUNK), rules)).resolves.toMatchObject({
      sizeBytes: 4 * CHUNK,
    });
  }));

test("a download and an unpacked file end with ENOSPC while the reserve is still there", () =>
  onDisk(async (disk) => {
    const { seen, look } = lowWater(disk);
    const part = await openPart(path.join(disk, "part"), 0, {
      writeBufferBytes: CHUNK,
      reserveBytes: RESERVE,
    });
    const download = async () => {
      for await (const chunk of bytes(look)) await part.write(chunk);
    };
    await expect(download()).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(part.close()).rejects.toMatchObject({ code: "ENOSPC" });
    expect(seen.freeBytes).toBeGreaterThan(RESERVE - 2 * CHUNK);
    const options = { signal: new AbortController().signal, reserveBytes: RESERVE, large: undefined };
    await expect(unpackTo(path.join(disk, "entry"), bytes(look), 1, options)).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(seen.freeBytes).toBeGreaterThan(RESERVE - 2 * CHUNK);
  }));

test("a version whose files cannot be linked is not copied into the reserve", () =>
  onDisk((disk) =>
    onDisk(async (elsewhere) => {
      const source = path.join(elsewhere, "source");
      await writeFile(source, Buffer.alloc(30 * MIB));
      const working = openWorkingFiles(disk, anyRoot, { reserveBytes: 50 * MIB });
      expect(await working.freeBytes()).toBeLessThanOrEqual(14 * MIB);
      await mkdir(path.join(disk, "jobs"));
      await expect(
        working.adopt(path.relative(disk, source), path.join(disk, "jobs", "adopted")),
      ).rejects.toMatchObject({ code: "ENOSPC" });
      const store = createOcflStore({
        root: path.join(disk, "root"),
        staging: path.join(disk, "staging"),
        reserveBytes: 50 * MIB,
      });
      const put = store.put({
        id: "ark:/99999/fk4full",
        version: 1,
        created: new Date(0),
        message: "",
        user: { name: "Test" },
        files: [{ path: "producer/a", source, sha256: "0".repeat(64), size: (await stat(source)).size }],
        signal: new AbortController().signal,
      });
      await expect(put).rejects.toMatchObject({ code: "disk_full" });
      expect((await readDisk(disk)).freeBytes).toBeGreaterThan(60 * MIB);
    }),
  ));
