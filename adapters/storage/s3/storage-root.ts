import { ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import { checkLayout, checkNotForeign, ROOT_FILES } from "../ocfl/root-files.ts";
import { listNames } from "./keys.ts";
import type { S3Place } from "./options.ts";
import { putText } from "./put-key.ts";
import { readKey } from "./read-key.ts";

/**
 * Creates the storage root below the place's prefix if there is none, or checks that the existing one is one Waybill
 * can write to. Several processes may run it at once: all write the same. Errors: `storage_failed`; those of the SDK.
 */
export async function openS3Root(place: S3Place, signal: AbortSignal): Promise<void> {
  if ((await readKey(place, ROOT_DECLARATION.name, signal)) !== undefined)
    return checkLayout((name) => readKey(place, name, signal));
  checkNotForeign(await listNames(place));
  for (const [name, text] of ROOT_FILES) await putText(place, name, text, signal);
}
