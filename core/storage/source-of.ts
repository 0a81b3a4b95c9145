import { WaybillError } from "../errors.ts";
import { shownPath } from "./logical-path.ts";
import type { FileSource, StoreFile } from "./ports.ts";

/** Where the bytes of a file come from that no earlier version has. Errors: `storage_failed` when it was said that one has them. */
export function sourceOf({ path, source }: StoreFile): FileSource {
  if (source !== undefined) return source;
  throw new WaybillError(
    "storage_failed",
    `The file ${shownPath(path)} was to be kept from the previous version, but its bytes are not in storage.`,
  );
}
