"use client";
import { RotateCcw } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useResume } from "./use-resume.ts";

type Props = { readonly id: string; readonly name: string };

/** Resumes one failed job where it stopped. Focus goes to the row's link, since the button goes away. */
export function ResumeButton({ id, name }: Props) {
  const { resume, busy, refused } = useResume(id);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <Button
        size="small"
        aria-label={`Resume job ${name}`}
        disabled={busy}
        onClick={(event) => {
          event.currentTarget.closest("tr")?.querySelector<HTMLElement>("[data-row-link]")?.focus();
          resume(undefined);
        }}
      >
        <RotateCcw aria-hidden size={14} />
        <span className="hidden sm:inline">{busy ? "Resuming" : "Resume"}</span>
      </Button>
      <span role="status" className="text-person text-sm">
        {refused}
      </span>
    </span>
  );
}
