"use client";
import type { JobView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdJob, releaseJob } from "../queries/jobs.ts";

const HOLD: HoldWords = {
  button: "Hold",
  title: "Hold this job",
  description: "It does not begin until it is released, and its batch stays open so long.",
  verb: "Hold the job",
};
const RELEASE: HoldWords = {
  button: "Release",
  title: "Release this job",
  description: "It goes on at once, with the turn it had. While the whole intake is held it waits for that.",
  verb: "Release the job",
};

/** Holds one job that has not begun, or releases it, for those who may. */
export function JobHold({ job }: { job: JobView }) {
  if (job.holdAct === null) return null;
  const release = job.holdAct === "release";
  return (
    <HoldButton
      words={release ? RELEASE : HOLD}
      mayEnd={!release}
      act={(ask) => (release ? releaseJob(job.id, ask) : holdJob(job.id, ask))}
    />
  );
}
