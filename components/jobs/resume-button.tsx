"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { resumeJob } from "../queries/jobs.ts";
import { RequestError } from "../queries/request.ts";
import { Button } from "../ui/button.tsx";

type Props = { readonly id: string; readonly name: string };

/** Resumes one failed job where it stopped. After it, focus goes to the row, since the button is gone. */
export function ResumeButton({ id, name }: Props) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: () => resumeJob({ id }),
    onSettled: () => client.invalidateQueries(),
  });
  const refused =
    resume.error instanceof RequestError
      ? resume.error.message
      : resume.error
        ? "It could not be resumed."
        : "";
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <Button
        size="small"
        aria-label={`Resume job ${name}`}
        disabled={resume.isPending}
        onClick={(event) => {
          event.currentTarget.closest("tr")?.querySelector<HTMLElement>("[data-row-link]")?.focus();
          resume.mutate();
        }}
      >
        <RotateCcw aria-hidden size={14} />
        {resume.isPending ? "Resuming" : "Resume"}
      </Button>
      <span role="status" className="text-person text-sm">
        {refused}
      </span>
    </span>
  );
}
