"use client";
import type { CallbackStatus } from "../../core/contracts/callback-requests.ts";
import type { BatchRow, JobRow } from "../../core/contracts/views.ts";
import type { TaskState } from "../../core/task/states.ts";
import { join } from "../ui/join.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { batchLook } from "./batch.model.ts";
import { CALLBACK_LOOKS } from "./callback.model.ts";
import type { StateLook } from "./families.model.ts";
import { FAMILY_CLASSES } from "./family-classes.ts";
import { jobLook } from "./job.model.ts";
import { isMailStatus, MAIL_LOOKS } from "./mail.model.ts";
import { StateIcon } from "./state-icon.tsx";
import { TASK_LOOKS } from "./task.model.ts";

type Place = {
  /** The one thing on the page that may pulse. */
  readonly live?: boolean;
  /** In a table's row: explained on hover only, so that the row keeps one tab stop; the legend has the sentence too. */
  readonly inRow?: boolean;
};

/** A state as icon, word and colour, with its sentence on hover or focus. */
export function StateBadge({ look, live = false, inRow = false }: { look: StateLook } & Place) {
  const Tag = inRow ? "span" : "button";
  return (
    <Tooltip text={look.sentence}>
      <Tag
        {...(inRow ? {} : { type: "button" as const })}
        className={join(
          "inline-flex cursor-default items-center gap-1 whitespace-nowrap rounded-sm px-1.5 py-0.5 font-medium text-xs",
          FAMILY_CLASSES[look.family].badge,
        )}
      >
        <span className={join("inline-flex", live && look.family === "moving" && "animate-live")}>
          <StateIcon name={look.icon} />
        </span>
        {look.word}
      </Tag>
    </Tooltip>
  );
}

/** The badge of a job. */
export function JobBadge({
  job,
  ...place
}: { job: Pick<JobRow, "state" | "waitCode" | "waitReason"> } & Place) {
  return <StateBadge look={jobLook(job.state, job)} {...place} />;
}

/** The badge of a batch. */
export function BatchBadge({ batch, ...place }: { batch: Pick<BatchRow, "state" | "waits"> } & Place) {
  return <StateBadge look={batchLook(batch)} {...place} />;
}

/** The badge of a callback. */
export function CallbackBadge({ status, ...place }: { status: CallbackStatus } & Place) {
  return <StateBadge look={CALLBACK_LOOKS[status]} {...place} />;
}

/** The badge of a task. */
export function TaskBadge({ state, ...place }: { state: TaskState } & Place) {
  return <StateBadge look={TASK_LOOKS[state]} {...place} />;
}

/** The badge of a mail; a status it does not know is shown as text. */
export function MailBadge({ status, ...place }: { status: string } & Place) {
  return isMailStatus(status) ? <StateBadge look={MAIL_LOOKS[status]} {...place} /> : <span>{status}</span>;
}
