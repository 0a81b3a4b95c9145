import type { WhoActs } from "../../core/errors.ts";
import { WAITS_FOR, type WaitCode, waitsFor, whoActsWords, whoEnds } from "../../core/wait/kinds.ts";
import type { StateIconName, StateLook } from "./families.model.ts";

/** What is shown in place of a state that says "running", by what is waited for. */
const WORDS = {
  working_storage_full: { word: "Waits for space", icon: "space" },
  disk_full: { word: "Disk is full", icon: "space" },
  never_fits: { word: "Never fits", icon: "space" },
  storage_away: { word: "Storage is away", icon: "space" },
  storage_unavailable: { word: "Waits for storage", icon: "space" },
  storage_not_configured: { word: "Storage not set up", icon: "space" },
  identifier_busy: { word: "Waits for identifiers", icon: "clock" },
  identifier_unreachable: { word: "Waits for identifiers", icon: "clock" },
  object_busy: { word: "Waits for a job", icon: "clock" },
  files_vanished: { word: "Waits for files", icon: "clock" },
  ledger_busy: { word: "Ledger is busy", icon: "clock" },
  ledger_unknown: { word: "Asks the ledger", icon: "question" },
  ledger_unreachable: { word: "Waits for the ledger", icon: "clock" },
  database_unavailable: { word: "Waits for the database", icon: "clock" },
  intake_paused: { word: "Intake is held", icon: "hand" },
} as const satisfies Record<WaitCode, { readonly word: string; readonly icon: StateIconName }>;

/** What only a batch as a whole can stand still for. */
const OF_BATCHES: Readonly<Record<string, { readonly word: string; readonly icon: StateIconName }>> = {
  worker_killed: { word: "Stopped", icon: "bell" },
  unresolved: { word: "Unresolved", icon: "question" },
};

const UNKNOWN = { word: "Waiting", icon: "clock" } as const;

/** A wait as a badge: red when a person has to end it, else amber. `reason`: its sentence. */
export function waitLook({ code, who, reason }: { code: string; who: WhoActs; reason: string }): StateLook {
  const known: Readonly<Record<string, { readonly word: string; readonly icon: StateIconName }>> = WORDS;
  const { word, icon } = known[code] ?? OF_BATCHES[code] ?? UNKNOWN;
  return { family: who === "nobody" ? "time" : "person", word, icon, sentence: reason };
}

/** The waits a legend explains, as their badges are: each word once. */
export const WAIT_LOOKS: readonly StateLook[] = (Object.keys(WAITS_FOR) as WaitCode[])
  .map((code) => {
    const reason = `Waits for ${waitsFor(code)}.${whoActsWords(code)}`;
    return waitLook({ code, who: whoEnds(code), reason });
  })
  .filter((look, at, all) => all.findIndex(({ word }) => word === look.word) === at);
