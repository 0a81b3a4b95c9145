import "server-only";
import { OpenPerPerson } from "../../lib/open-per-person.ts";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillWaits?: OpenPerPerson };

/** The requests of this web process that wait for something to happen. */
export function waits(): OpenPerPerson {
  held.waybillWaits ??= new OpenPerPerson();
  return held.waybillWaits;
}
