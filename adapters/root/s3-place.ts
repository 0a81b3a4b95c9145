import { WaybillError } from "../../core/errors.ts";
import type { RootPlace, SeenMarker } from "../../core/ports.ts";
import { INVENTORY } from "../../core/storage/ocfl-names.ts";
import { MARKER_FILE, type RootName } from "../../core/storage/root.ts";
import type { S3Store } from "../storage/s3/store.ts";

/** A bucket cannot be unmounted during a put; at most another one is configured. An occasional check is enough. */
const FRESH_MS = 60_000;

/** The storage root in a bucket as a place with a marker: the storage called `s3`, or a further one. `where`: bucket and prefix. Errors: `storage_unavailable` while S3 does not answer. */
export function s3Place(
  store: Pick<S3Store, "readText" | "writeText">,
  where: string,
  name: RootName = "s3",
): RootPlace {
  let last: { readonly line: string; readonly at: number } | undefined;
  return {
    name,
    where,
    read: async (): Promise<SeenMarker> => {
      if (last && performance.now() - last.at < FRESH_MS) return { kind: "line", line: last.line };
      last = undefined;
      try {
        const text = await store.readText(MARKER_FILE);
        if (text === undefined) return { kind: "unmarked" };
        last = { line: text.trim(), at: performance.now() };
        return { kind: "line", line: last.line };
      } catch (error) {
        // a missing bucket is one thing, an S3 that does not answer another
        if (error instanceof WaybillError && error.code === "storage_failed")
          return { kind: "gone", cause: error };
        throw error;
      }
    },
    write: async (line) => {
      await store.writeText(MARKER_FILE, `${line}\n`);
    },
    holdsAny: async (paths) => {
      for (const path of paths)
        if ((await store.readText(`${path}/${INVENTORY}.sha256`)) !== undefined) return true;
      return false;
    },
  };
}
