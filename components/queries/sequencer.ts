import { queryOptions } from "@tanstack/react-query";
import type { ChainVerification, SequencerView } from "../../core/contracts/sequencer-views.ts";
import { request } from "./request.ts";

/** Beats are written at least once a second. */
const FOLLOW_MS = 2_000;

/** How the sequencer stands. */
export function sequencerQuery() {
  return queryOptions({
    queryKey: ["sequencer"],
    queryFn: ({ signal }) => request<SequencerView>("sequencer", { signal }),
    refetchInterval: FOLLOW_MS,
  });
}

export function stepDown(term: number, reason: string): Promise<SequencerView> {
  return request<SequencerView>("sequencer/step-down", { method: "POST", body: { term, reason } });
}

/** Verifies some of the chain from behind an epoch. */
export function verifyChain(after: number, signal: AbortSignal): Promise<ChainVerification> {
  return request<ChainVerification>("sequencer/chain", { query: { after }, signal });
}
