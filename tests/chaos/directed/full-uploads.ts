import { readdir } from "node:fs/promises";
import path from "node:path";
import { storePayload } from "../../../adapters/upload/store-payload.ts";
import { WaybillError } from "../../../core/errors.ts";
import { type Directed, must } from "../faults/fault.ts";
import { withSmallDisk } from "../small-disk.ts";

const CHUNKS = 64;

/** An upload that does not fit the disk is answered 507 and leaves no file. */
export const FULL_UPLOADS: Directed = {
  code: "F21",
  name: "an upload of 4 MiB on a disk of 1 MiB",
  prove: () => {
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    return withSmallDisk("1m", owner, async (folder) => {
      const error: unknown = await storePayload(chunks(), { folder, maxBytes: 1e9 }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      must(
        error instanceof WaybillError && error.code === "disk_full",
        `the upload was answered ${String(error)}`,
      );
      const left = await readdir(path.join(folder, "uploads"));
      must(left.length === 0, `it left ${left.join(", ")}`);
      return "answered disk_full (507); nothing left on the disk";
    });
  },
};

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) yield Buffer.alloc(65_536);
}
