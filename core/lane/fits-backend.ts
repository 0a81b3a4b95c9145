import { readServiceId } from "../ledger/service-id.ts";
import type { LaneBackend } from "./backends.ts";

/**
 * Why a service id cannot name a lane with this backend, as a clause; undefined when it can. A repository lane needs a
 * slug, a scabbard lane a Splinter service id. On Sawtooth the id is only a name, so any will do, even `----`.
 */
export function findServiceIdFault(serviceId: string, backend: LaneBackend): string | undefined {
  const reading = readServiceId(serviceId);
  if (backend === "repository" && reading.kind !== "slug")
    return "a lane of the repository has a slug: lower-case letters, digits and hyphens, at most 63";
  if (reading.kind === "invalid") return reading.message;
  if (backend === "scabbard" && reading.kind !== "splinter")
    return "a lane on scabbard has a circuit and a service, as in 01234-ABCDE::gsAA";
  return undefined;
}
