import type { MailRow } from "../../core/contracts/views.ts";
import type { StateLook } from "./families.model.ts";

export type MailStatus = MailRow["status"];
const MAIL_STATUSES = ["Waiting", "Sent", "Failed"] as const satisfies readonly MailStatus[];

/** How each status of a mail is shown. */
export const MAIL_LOOKS = {
  Waiting: { family: "waiting", word: "Waiting", icon: "clock", sentence: "Goes out at the next try." },
  Sent: {
    family: "done",
    word: "Sent",
    icon: "check",
    sentence: "The mail server, or this mailbox, has taken it.",
  },
  Failed: {
    family: "person",
    word: "Failed",
    icon: "cross",
    sentence:
      "Given up: nobody was told. An operator checks the mail server's answer, which is shown with it.",
  },
} as const satisfies Record<MailStatus, StateLook>;

export function isMailStatus(value: string): value is MailStatus {
  return (MAIL_STATUSES as readonly string[]).includes(value);
}
