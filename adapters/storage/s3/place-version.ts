import { stat } from "node:fs/promises";
import { WaybillError } from "../../../core/errors.ts";
import {
  INVENTORY,
  OBJECT_DECLARATION,
  SIDECAR,
  sidecarText,
  versionName,
} from "../../../core/storage/ocfl-names.ts";
import type { StoreVersion } from "../../../core/storage/ports.ts";
import { readDigest } from "./held-object.ts";
import type { Put } from "./put.ts";
import { putFile, putText } from "./put-key.ts";

/** The version to place, in the object's folder. */
type Placing = Pick<Put, "object"> & {
  readonly request: Pick<StoreVersion, "version" | "signal" | "mayPlace">;
};

/**
 * Makes a version whose content is stored the object's head: its own inventory and sidecar, for a new object the
 * declaration, then the root inventory, its sidecar last. Everything is read back. `inventory`: the file on disk.
 * Errors: `storage_failed` when another worker stored the version meanwhile. Source: OCFL 1.1 sections 3.6 (E062) and 3.7 (E064).
 */
export async function placeVersion(
  { request, object }: Placing,
  inventory: string,
  sha256: string,
  isNew: boolean,
): Promise<void> {
  const { version, signal } = request;
  const folder = versionName(version);
  const expected = { shown: INVENTORY, size: (await stat(inventory)).size, sha256 };
  await putFile(object, `${folder}/${INVENTORY}`, inventory, expected, signal);
  await putText(object, `${folder}/${SIDECAR}`, sidecarText(sha256), signal);
  await object.step("version-placed");
  await request.mayPlace?.();
  if (isNew) {
    await putText(object, OBJECT_DECLARATION.name, OBJECT_DECLARATION.text, signal);
    await object.step("declared");
  }
  if ((await readDigest(object, `${folder}/${SIDECAR}`, signal)) !== sha256)
    throw new WaybillError(
      "storage_failed",
      `Another worker stored version ${version} of the same object at the same time. Run the job again.`,
    );
  await putFile(object, INVENTORY, inventory, expected, signal);
  await object.step("inventory-placed");
  await putText(object, SIDECAR, sidecarText(sha256), signal);
  await object.step("sidecar-placed");
}
