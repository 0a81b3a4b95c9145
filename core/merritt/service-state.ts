import { type MerrittState, merrittState } from "./state.ts";

/** What of Merritt's API there is, as its help lists it. Source: docs/reference/merritt-api.md, "Addresses". */
const COMMANDS = [
  "POST /poster/submit",
  "POST /poster/add",
  "POST /poster/update",
  "POST /poster/{submit|add|update}/{scheme}/{shoulder}/{objectid}",
  "POST /object/{ingest|update}",
  "GET /poster/state",
  "GET /poster/state/queue",
  "GET /poster/state/queue/{batch}",
  "GET /poster/state/queue/{batch}/{job}",
  "GET /poster/admin/bid/{batch}",
  "GET /poster/admin/bids/{days}",
] as const;

/** Whether deposits are worked on. `held`: slugs of collections that are held, of those the client may see. */
export type ServiceFacts = {
  readonly publicUrl: string;
  readonly frozen: boolean;
  readonly held: readonly string[];
};

/** The state of the service: `frozen` while the whole intake is held, deposits being accepted all the same. */
export function serviceState({ publicUrl, frozen, held }: ServiceFacts): MerrittState {
  return merrittState("ing", "ingestServiceState", {
    serviceName: "Waybill",
    accessServiceURL: publicUrl,
    submissionState: frozen ? "frozen" : "thawed",
    collectionSubmissionState: held.join(";"),
  });
}

/** What can be asked; the same for everybody. */
export function helpState(publicUrl: string): MerrittState {
  return merrittState("ing", "ingestServiceState", {
    serviceName: "Waybill",
    accessServiceURL: publicUrl,
    commands: COMMANDS,
  });
}
