import { gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";
import { lockGate, readUse, type Storage, setGate } from "./gate.ts";

/** Whether working storage lets new work begin: shut above 80 % full, open again below 70 %. */
export async function isStorageOpen(db: Db, storage: Storage): Promise<boolean> {
  return db.transact(async (tx) => {
    const wasOpen = await lockGate(tx);
    const { usedBytes } = await readUse(tx, []);
    const open = gateOpen({ ...storage, usedBytes, open: wasOpen });
    if (open !== wasOpen) await setGate(tx, open);
    return open;
  });
}
