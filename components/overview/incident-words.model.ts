import type { IncidentView } from "../../core/contracts/incident-views.ts";
import type { JobState } from "../../core/job/states.ts";
import { count, counted } from "../display/amount.model.ts";
import type { Resumed } from "../queries/overview.ts";

/** What a job was doing in a stage, of one job and of several. */
const DOING = {
  Pending: "before work on {it} began",
  Held: "while held",
  Estimating: "while the size of {its} files was estimated",
  Provisioning: "while waiting for disk space",
  Downloading: "while {its} files were being fetched",
  Processing: "while {it} {was} being stored",
  Recording: "while {it} {was} being entered in the inventory",
  Notify: "after {it} had been stored",
  Completed: "",
  Failed: "",
  Deleted: "",
} as const satisfies Record<JobState, string>;

function doing(stage: JobState | null, isOne: boolean): string {
  const words: string = stage === null ? "" : DOING[stage];
  return words
    .replace("{its}", isOne ? "its" : "their")
    .replace("{it}", isOne ? "it" : "they")
    .replace("before work on they", "before work on them")
    .replace("{was}", isOne ? "was" : "were");
}

/** How many jobs: "412", "more than 10,000". */
export function incidentJobs({
  count: jobs,
  countIsMore,
}: Pick<IncidentView, "count" | "countIsMore">): string {
  return countIsMore ? `more than ${counted(jobs, "job")}` : counted(jobs, "job");
}

/** An incident in one sentence: "412 jobs failed while their files were being fetched from example.org." */
export function incidentSentence(incident: IncidentView): string {
  const { count: jobs, countIsMore, stage, host } = incident;
  const many = incidentJobs(incident);
  const said = [
    `${many.charAt(0).toUpperCase()}${many.slice(1)} failed`,
    doing(stage, jobs === 1 && !countIsMore),
    host === null ? "" : `from ${host}`,
  ];
  return `${said.filter(Boolean).join(" ")}.`;
}

/** How fast it grows: "3 in the last hour"; what is counted no further than all of its jobs are is so many "or more". */
export function incidentRate({
  lastHour,
  count: jobs,
  countIsMore,
}: Pick<IncidentView, "lastHour" | "count" | "countIsMore">): string {
  if (lastHour === 0) return "none in the last hour";
  const orMore = countIsMore && lastHour >= jobs ? " or more" : "";
  return `${count(lastHour)}${orMore} in the last hour`;
}

/** What resuming has done, with each reason why something was left. */
export function resumedSentence({ resumed, refused }: Resumed): string {
  const left = refused.map(
    ({ count: jobs, message }) => `${counted(jobs, "job")} could not be resumed: ${message}`,
  );
  return [`${counted(resumed, "job")} resumed.`, ...left].join(" ");
}
