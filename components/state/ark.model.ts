import type { ArkStanding, ArkStatus } from "../../core/identifier/ark-standing.ts";
import type { StateLook } from "./families.model.ts";

/** How each status of an ARK is shown. */
export const ARK_LOOKS = {
  asked: {
    family: "moving",
    word: "Asked for",
    icon: "refresh",
    sentence: "Waybill is asking EZID for one.",
  },
  reserved: {
    family: "waiting",
    word: "Reserved",
    icon: "clock",
    sentence: "EZID keeps it but does not publish it yet. It becomes public when the object is recorded.",
  },
  public: {
    family: "done",
    word: "Public",
    icon: "check",
    sentence: "Registered at EZID, so resolvers know it.",
  },
  withdrawing: {
    family: "time",
    word: "Being withdrawn",
    icon: "hand",
    sentence: "Its job was deleted, so EZID is asked to remove it.",
  },
  unavailable: {
    family: "gone",
    word: "Unavailable",
    icon: "trash",
    sentence: "Its job was deleted, so it was withdrawn at EZID. Nothing is kept under it.",
  },
  unregistered: {
    family: "waiting",
    word: "Not registered",
    icon: "book",
    sentence: "No resolver knows it.",
  },
} as const satisfies Record<ArkStatus, StateLook>;

/** How an ARK stands in a sentence: who made it, and who can find it. */
export function arkSentence({ madeBy, status }: ArkStanding): string {
  if (madeBy === "waybill") return "Made by Waybill itself. It names the object here; no resolver knows it.";
  if (madeBy === "depositor") return "Came with a deposit. Registering it is up to whoever assigned it.";
  return ARK_LOOKS[status].sentence;
}
