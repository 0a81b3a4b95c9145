import type { ProfileSettings } from "../contracts/profile.ts";
import { addressKey, isMailAddress } from "../mail/address.ts";

/** `refused`: configured addresses that are none; they are left out and logged. */
export type Recipients = {
  readonly to: readonly string[];
  readonly bcc: readonly string[];
  readonly refused: readonly string[];
};

/**
 * Who gets a report: the deposit's `notification` address, else the profile's `notify`; operators as blind copies; each
 * once. Nobody when the profile suppresses mails.
 * Source: docs/reference/mail.md, "Recipients".
 */
export function recipients(
  notification: string | undefined,
  profile: Pick<ProfileSettings, "notify" | "notifySuppression">,
  operators: readonly string[],
): Recipients {
  if (profile.notifySuppression === "all") return { to: [], bcc: [], refused: [] };
  const wanted = notification === undefined ? profile.notify : [notification];
  const seen = new Set<string>();
  const firstOf = (addresses: readonly string[]) =>
    addresses.filter((address) => {
      if (!isMailAddress(address) || seen.has(addressKey(address))) return false;
      seen.add(addressKey(address));
      return true;
    });
  return {
    to: firstOf(wanted),
    bcc: firstOf(operators),
    refused: [...wanted, ...operators].filter((address) => !isMailAddress(address)),
  };
}
