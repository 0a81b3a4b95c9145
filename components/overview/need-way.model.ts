import type { NeedView } from "../../core/contracts/overview-views.ts";
import { isNeedKind, type NeedKind } from "../../core/overview/needs.ts";
import { alarmTone } from "../alarms/alarm-tone.model.ts";
import type { Family } from "../state/families.model.ts";

/** How a need is shown and where it is seen to; `way` null: outside of the console. */
export type NeedLook = {
  readonly family: Extract<Family, "person" | "time">;
  readonly way: { readonly href: string; readonly words: string } | null;
};

const LOOKS: Readonly<Record<NeedKind, NeedLook>> = {
  callbacks_failed: {
    family: "person",
    way: { href: "/callbacks?status=Failed", words: "Show the callbacks" },
  },
  mails_failed: { family: "person", way: { href: "/mail", words: "Show the mails" } },
  held_intake: { family: "time", way: { href: "/collections", words: "Show the collections" } },
  held_collections: { family: "time", way: { href: "/collections", words: "Show the collections" } },
  held_lanes: { family: "time", way: { href: "/lanes", words: "Show the lanes" } },
  held_batches: { family: "time", way: { href: "/batches?state=Held", words: "Show the batches" } },
  held_jobs: { family: "time", way: { href: "/jobs?state=Held", words: "Show the jobs" } },
  check_findings: { family: "person", way: { href: "/checks", words: "Show the check" } },
};

/** The look of a need: that of an alarm, or of its kind. */
export function needLook({ kind, subject }: Pick<NeedView, "kind" | "subject">): NeedLook {
  if (!isNeedKind(kind)) return alarmTone(kind);
  if (kind !== "check_findings" || subject === "") return LOOKS[kind];
  return {
    family: "person",
    way: { href: `/checks?run=${encodeURIComponent(subject)}`, words: "Show the check" },
  };
}
