import { WaybillError } from "../core/errors.ts";
import type { JobPayload } from "../core/manifest/kinds.ts";
import { splitAddress } from "../core/manifest/split-address.ts";
import type { Env } from "../lib/env.ts";
import { seal, unseal } from "../lib/seal.ts";

type Secret = Pick<Env, "AUTH_SECRET">;

/** An address as a row keeps it. `clear`: without credentials; `sealed`: the whole of it, sealed; null: `clear` is the whole. */
export type KeptAddress = { readonly clear: string; readonly sealed: string | null };

/** Whose address a job's payload is: that of a single file is its one file's, since both rows keep the same text. */
export function payloadOwner({ id, payload }: { readonly id: string; readonly payload: JobPayload }): string {
  return payload === "file" ? fileOwner(id, 1) : id;
}

/** Whose address that of a job's file is. */
export function fileOwner(jobId: string, ordinal: number): string {
  return `${jobId}/${ordinal}`;
}

/** A depositor's address for its row: credentials only in the sealed part, which opens for this owner alone. */
export function sealAddress(env: Secret, owner: string, url: string): KeptAddress {
  const { clear, secret } = splitAddress(url);
  return { clear, sealed: secret === null ? null : seal(secret, sealing(env, owner)) };
}

/**
 * The address to fetch from. A row without a sealed part is used as it is.
 * @throws WaybillError `address_sealed`: it was sealed with another AUTH_SECRET
 */
export function openAddress(env: Secret, owner: string, { clear, sealed }: KeptAddress): string {
  if (sealed === null) return clear;
  const address = unseal(sealed, sealing(env, owner));
  if (address !== undefined) return address;
  throw new WaybillError(
    "address_sealed",
    `The credentials in ${clear} cannot be opened: AUTH_SECRET is another than when the deposit came. An operator sets it back and resumes the job; if it is lost, deposit the manifest again.`,
  );
}

function sealing({ AUTH_SECRET }: Secret, owner: string) {
  return { secret: AUTH_SECRET, purpose: "source-address", owner } as const;
}
