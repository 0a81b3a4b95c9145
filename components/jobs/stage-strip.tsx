import { Check, Pause, X } from "lucide-react";
import { join } from "../ui/join.ts";
import { type OnTheLine, type Stop, type StopStatus, stopsOf } from "./stages.model.ts";

const LOOKS = {
  done: { dot: "border-done-solid bg-done-solid text-surface", text: "text-ink", word: "done" },
  current: { dot: "border-moving-solid bg-moving-soft", text: "font-medium text-moving", word: "now" },
  failed: {
    dot: "border-person-solid bg-person-solid text-surface",
    text: "font-medium text-person",
    word: "failed",
  },
  stopped: {
    dot: "border-time-solid bg-time-soft text-time",
    text: "font-medium text-time",
    word: "stopped",
  },
  ahead: { dot: "border-line-strong bg-surface", text: "text-muted", word: "to come" },
} as const satisfies Record<
  StopStatus,
  { readonly dot: string; readonly text: string; readonly word: string }
>;

/** The stages of a job as a line of stops: a row on wide screens, a column on narrow ones. */
export function StageStrip({ job }: { job: OnTheLine }) {
  return (
    <ol aria-label="Stages" className="grid gap-y-2 rounded-md border border-line bg-surface p-3 sm:flex">
      {stopsOf(job).map((stop, at) => (
        <StopMark key={stop.name} stop={stop} first={at === 0} />
      ))}
    </ol>
  );
}

function StopMark({ stop, first }: { stop: Stop; first: boolean }) {
  const look = LOOKS[stop.status];
  const reached = stop.status !== "ahead";
  return (
    <li
      aria-current={stop.status === "current" ? "step" : undefined}
      className="relative flex min-w-0 flex-1 items-center gap-2 sm:flex-col sm:gap-1 sm:text-center"
    >
      {first ? null : (
        <span
          aria-hidden
          className={join(
            "absolute hidden h-0.5 sm:top-[9px] sm:right-[calc(50%+12px)] sm:left-[calc(-50%+12px)] sm:block",
            reached ? "bg-done-solid" : "bg-line",
          )}
        />
      )}
      <span
        className={join(
          "inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2",
          look.dot,
          stop.status === "current" && "animate-live",
        )}
      >
        <Mark status={stop.status} />
      </span>
      <span className={join("text-sm sm:px-1 sm:text-xs 2xl:text-sm", look.text)}>
        {stop.name}
        <span className="sr-only">, {look.word}</span>
      </span>
    </li>
  );
}

function Mark({ status }: { status: StopStatus }) {
  if (status === "done") return <Check aria-hidden size={12} strokeWidth={3} />;
  if (status === "failed") return <X aria-hidden size={12} strokeWidth={3} />;
  if (status === "stopped") return <Pause aria-hidden size={10} strokeWidth={3} />;
  return null;
}
