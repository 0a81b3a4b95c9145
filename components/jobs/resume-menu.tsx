"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, RotateCcw } from "lucide-react";
import type { JobView } from "../../core/contracts/views.ts";
import type { ResumeState } from "../../core/job/states.ts";
import { resumeJob } from "../queries/jobs.ts";
import { RequestError } from "../queries/request.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";

/** Resumes a failed job: where it stopped, or from the menu at an earlier stage. */
export function ResumeMenu({ job }: { job: JobView }) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: (at: ResumeState) => resumeJob({ id: job.id, at }),
    onSuccess: () => document.querySelector<HTMLElement>("h1")?.focus(),
    onSettled: () => client.invalidateQueries(),
  });
  const [standard, ...earlier] = job.resumeAt;
  const refused =
    resume.error instanceof RequestError
      ? resume.error.message
      : resume.error
        ? "It could not be resumed."
        : "";
  return (
    <div className="grid justify-items-end gap-1">
      {standard ? (
        <div className="flex">
          <Button
            kind="filled"
            className={earlier.length > 0 ? "rounded-r-none" : ""}
            disabled={resume.isPending}
            onClick={() => resume.mutate(standard)}
          >
            <RotateCcw aria-hidden size={16} />
            Resume at {standard}
          </Button>
          {earlier.length > 0 ? (
            <Menu
              label="Earlier stages"
              trigger={
                <Button
                  kind="filled"
                  size="icon"
                  className="rounded-l-none border-paper border-l"
                  aria-label="Resume at an earlier stage"
                  disabled={resume.isPending}
                >
                  <ChevronDown aria-hidden size={16} />
                </Button>
              }
            >
              <MenuLabel>Resume at an earlier stage</MenuLabel>
              {earlier.map((stage) => (
                <MenuItem key={stage} onSelect={() => resume.mutate(stage)}>
                  Resume at {stage}
                </MenuItem>
              ))}
            </Menu>
          ) : null}
        </div>
      ) : null}
      <span role="status" className={`max-w-80 text-right text-sm ${refused ? "text-person" : "text-muted"}`}>
        {refused || (resume.isSuccess ? `Resumed at ${resume.variables}.` : "")}
      </span>
    </div>
  );
}
