"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResumeState } from "../../core/job/states.ts";
import { resumeJob } from "../queries/jobs.ts";
import { RequestError } from "../queries/request.ts";

/** Resuming one job; without a stage where it stopped. `refused` is the sentence to show, empty when there is none. */
export function useResume(id: string, onResumed: () => void = () => undefined) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: (at: ResumeState | undefined) => resumeJob({ id, at }),
    onSuccess: onResumed,
    onSettled: () => client.invalidateQueries(),
  });
  const { error, isPending, isSuccess, variables: at } = resume;
  const refused = error instanceof RequestError ? error.message : error ? "It could not be resumed." : "";
  return { resume: resume.mutate, busy: isPending, resumedAt: isSuccess ? at : undefined, refused };
}
