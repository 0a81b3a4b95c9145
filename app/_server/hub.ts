import "server-only";
import { root } from "./root.ts";
import { ChangeHub } from "./stream.ts";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillHub?: ChangeHub };

/** The web process's one hub for the event stream; made at the first use. */
export function hub(): ChangeHub {
  if (!held.waybillHub) {
    const { env, db, log } = root();
    held.waybillHub = new ChangeHub(env.DATABASE_URL, db, log);
  }
  return held.waybillHub;
}
