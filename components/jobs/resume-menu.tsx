"use client";
import { ChevronDown, RotateCcw } from "lucide-react";
import type { JobView } from "../../core/contracts/views.ts";
import type { ResumeState } from "../../core/job/states.ts";
import { Button } from "../ui/button.tsx";
import { focusTitle } from "../ui/focus-title.ts";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { useResume } from "./use-resume.ts";

/** Resumes a failed job: where it stopped, or from the menu at an earlier stage. Focus then goes to the page's title. */
export function ResumeMenu({ job }: { job: JobView }) {
  const { resume, busy, resumedAt, refused } = useResume(job.id, focusTitle);
  const [standard, ...earlier] = job.resumeAt;
  return (
    <div className="grid justify-items-end gap-1">
      {standard ? (
        <div className="flex">
          <Button
            kind="filled"
            className={earlier.length > 0 ? "rounded-r-none" : ""}
            disabled={busy}
            onClick={() => resume(standard)}
          >
            <RotateCcw aria-hidden size={16} />
            Resume at {standard}
          </Button>
          {earlier.length > 0 ? <EarlierStages stages={earlier} busy={busy} onChoose={resume} /> : null}
        </div>
      ) : null}
      <span role="status" className={`max-w-80 text-right text-sm ${refused ? "text-person" : "text-muted"}`}>
        {refused || (resumedAt ? `Resumed at ${resumedAt}.` : "")}
      </span>
    </div>
  );
}

type Earlier = {
  readonly stages: readonly ResumeState[];
  readonly busy: boolean;
  readonly onChoose: (stage: ResumeState) => void;
};

function EarlierStages({ stages, busy, onChoose }: Earlier) {
  return (
    <Menu
      label="Earlier stages"
      trigger={
        <Button
          kind="filled"
          size="icon"
          className="rounded-l-none border-paper border-l"
          aria-label="Resume at an earlier stage"
          disabled={busy}
        >
          <ChevronDown aria-hidden size={16} />
        </Button>
      }
    >
      <MenuLabel>Resume at an earlier stage</MenuLabel>
      {stages.map((stage) => (
        <MenuItem key={stage} onSelect={() => onChoose(stage)}>
          Resume at {stage}
        </MenuItem>
      ))}
    </Menu>
  );
}
