import type { CallbackStatus } from "../../core/contracts/callback-requests.ts";
import type { StateLook } from "./families.model.ts";

/** How each status of a callback is shown. */
export const CALLBACK_LOOKS = {
  Waiting: {
    family: "waiting",
    word: "Waiting",
    icon: "clock",
    sentence: "Goes out at the next try; Waybill tries for a day.",
  },
  Sent: { family: "done", word: "Delivered", icon: "check", sentence: "The receiver has taken it." },
  Failed: {
    family: "person",
    word: "Failed",
    icon: "cross",
    sentence: "Given up. The deposit is stored all the same; an operator sends the callback again.",
  },
} as const satisfies Record<CallbackStatus, StateLook>;
