import { createHash } from "node:crypto";
import { WaybillError } from "../../core/errors.ts";
import type { Receive } from "../../core/ports.ts";

/** The file `abc` as a request brings it, kept nowhere. `where`: the field that names the collection. */
export function upload(where: Readonly<Record<string, string>>): Receive {
  const bytes = Buffer.from("abc");
  const fields = { ...where, type: "file", filename: "map.tif" };
  return async (admit) => {
    await admit({ fields, leastBytes: bytes.length, isExact: true });
    return {
      fields,
      filename: "map.tif",
      sizeBytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      head: bytes,
      digest: async () => {
        throw new WaybillError("internal", "No other digest is asked for here.");
      },
      async *chunks() {
        yield bytes;
      },
      keep: async (batchId) => `uploads/${batchId}`,
      requireKept: async () => undefined,
      discard: async () => undefined,
    };
  };
}
