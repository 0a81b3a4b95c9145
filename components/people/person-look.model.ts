import type { PersonState } from "../../core/contracts/account-views.ts";
import type { StateLook } from "../state/families.model.ts";

/** How each state of an account is shown. */
export const PERSON_LOOKS = {
  invited: {
    family: "waiting",
    word: "Invited",
    icon: "mail",
    sentence: "Has not chosen a password yet, so cannot sign in.",
  },
  active: { family: "done", word: "Active", icon: "check", sentence: "Can sign in." },
  closed: {
    family: "gone",
    word: "Closed",
    icon: "cross",
    sentence: "Cannot sign in. An admin can reopen the account.",
  },
} as const satisfies Record<PersonState, StateLook>;
