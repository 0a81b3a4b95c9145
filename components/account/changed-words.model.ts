import type { PasswordChanged } from "../../core/contracts/account-views.ts";
import { counted } from "../display/amount.model.ts";

/** What a change of password has ended: "Password changed. Ended 2 other sessions and revoked 1 token." */
export function changedWords({ sessionsEnded, tokensRevoked }: PasswordChanged): string {
  const ended = counted(sessionsEnded, "other session");
  const revoked = tokensRevoked > 0 ? ` and revoked ${counted(tokensRevoked, "token")}` : "";
  return `Password changed. Ended ${ended}${revoked}.`;
}
