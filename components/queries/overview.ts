import { queryOptions } from "@tanstack/react-query";
import type {
  IncidentResumeAnswer,
  IncidentSilenceAnswer,
  RefusedGroup,
} from "../../core/contracts/incident-views.ts";
import type { OverviewView } from "../../core/contracts/overview-views.ts";
import type { FigureRange } from "../../core/overview/ranges.ts";
import { RequestError, request } from "./request.ts";

/** Most of what it shows comes and goes without a batch that changes. */
const AGAIN_MS = 10_000;

/** What needs a person, incidents, storage, lanes, workers. */
export function overviewQuery(range: FigureRange) {
  return queryOptions({
    queryKey: ["overview", range],
    queryFn: ({ signal }) => request<OverviewView>("overview", { query: { range }, signal }),
    placeholderData: (before) => before,
    refetchInterval: AGAIN_MS,
  });
}

const pathOf = (cause: string) => `incidents/${encodeURIComponent(cause)}`;

/** `refused`: those of the last part, which has all that could not be resumed. */
export type Resumed = { readonly resumed: number; readonly refused: readonly RefusedGroup[] };

/**
 * Resumes the jobs of an incident that had failed when it began, 10,000 at a time until none is left that can be; `onPart`
 * hears how many so far. That the incident is over after a part is its end, not an error.
 */
export async function resumeIncident(
  cause: string,
  reason: string,
  onPart: (resumed: number) => void,
): Promise<Resumed> {
  let resumed = 0;
  let failedBy: string | undefined;
  for (;;) {
    const part = await request<IncidentResumeAnswer>(`${pathOf(cause)}/resume`, {
      method: "POST",
      body: { reason, failedBy },
    }).catch((error: unknown) => {
      if (failedBy !== undefined && isOver(error)) return undefined;
      throw error;
    });
    if (part === undefined) return { resumed, refused: [] };
    failedBy = part.failedBy;
    resumed += part.resumed;
    onPart(resumed);
    if (!part.more || part.resumed === 0) return { resumed, refused: part.refused };
  }
}

function isOver(error: unknown): boolean {
  return error instanceof RequestError && error.failure.code === "not_found";
}

/** `until`: ISO 8601; null: it is shown again at once. */
export function silenceIncident(
  cause: string,
  body: { readonly reason: string; readonly until: string | null },
): Promise<IncidentSilenceAnswer> {
  return request<IncidentSilenceAnswer>(`${pathOf(cause)}/silence`, { method: "POST", body });
}
