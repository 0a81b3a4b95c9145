import { gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";
import { lockGate, readUse, type Storage, setGate } from "./gate.ts";

/** Whether working storage lets new work begin: shut while running jobs take above 80 %, open again below 70 %. */
export async function isStorageOpen(db: Db, storage: Storage): Promise<boolean> {
  return db.transact(async (tx) => {
    const wasOpen = await lockGate(tx);
    const { runningBytes } = await readUse(tx, []);
    const open = gateOpen({ ...storage, runningBytes, open: wasOpen });
    if (open !== wasOpen) await setGate(tx, open);
    return open;
  });
}
