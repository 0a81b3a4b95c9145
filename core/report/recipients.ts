import type { ProfileSettings } from "../contracts/profile.ts";
import { addressKey, isMailAddress } from "../mail/address.ts";

/** `refused`: configured addresses that are none; they are left out and logged. */
export type Recipients = {
  readonly to: readonly string[];
  readonly bcc: readonly string[];
  readonly refused: readonly string[];
};

/** Addresses of the deposit itself: the one it names, and that of who deposited it. */
type Own = { readonly notification?: string | undefined; readonly submitter?: string | undefined };

/**
 * Who gets a report: the deposit's `notification` address, else who deposited it, unless the profile says no, and the
 * profile's `notify`; operators as blind copies; each once. When the profile suppresses mails only who asked for it by
 * `notification` gets one: they are told how it ended. Source: docs/reference/mail.md, "Recipients".
 */
export function recipients(
  { notification, submitter }: Own,
  profile: Pick<ProfileSettings, "notify" | "notifySubmitter" | "notifySuppression">,
  operators: readonly string[],
): Recipients {
  const isSuppressed = profile.notifySuppression === "all";
  const own = profile.notifySubmitter && submitter !== undefined ? [submitter] : [];
  const usual = isSuppressed ? [] : [...own, ...profile.notify];
  const copies = isSuppressed ? [] : operators;
  const wanted = notification === undefined ? usual : [notification];
  const seen = new Set<string>();
  const firstOf = (addresses: readonly string[]) =>
    addresses.filter((address) => {
      if (!isMailAddress(address) || seen.has(addressKey(address))) return false;
      seen.add(addressKey(address));
      return true;
    });
  return {
    to: firstOf(wanted),
    bcc: firstOf(copies),
    refused: [...wanted, ...copies].filter((address) => !isMailAddress(address)),
  };
}
