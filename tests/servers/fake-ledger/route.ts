import type { Protocol } from "./service.ts";

/** Which service a path means, and what of it is wanted. `base`: path of the service. */
export type Route = {
  readonly protocol: Protocol;
  readonly service: string;
  readonly base: string;
  readonly wanted: "batches" | "batch_statuses";
};

const SAWTOOTH = /^(?<base>\/sawtooth\/(?<name>[^/]+)|)\/(?<wanted>batches|batch_statuses)$/;
const SCABBARD =
  /^(?<base>\/scabbard\/(?<circuit>[^/]+)\/(?<name>[^/]+))\/(?<wanted>batches|batch_statuses)$/;

/** The route of a path: `/sawtooth/<name>/...`, Sawtooth's `default` at the root, `/scabbard/<circuit>/<service>/...`. */
export function findRoute(path: string): Route | undefined {
  const scabbard = SCABBARD.exec(path)?.groups;
  const groups = scabbard ?? SAWTOOTH.exec(path)?.groups;
  if (!groups) return undefined;
  const { base = "", name = "default", circuit, wanted } = groups;
  return {
    protocol: scabbard ? "scabbard" : "sawtooth",
    service: circuit === undefined ? name : `${circuit}::${name}`,
    base,
    wanted: wanted === "batches" ? "batches" : "batch_statuses",
  };
}
