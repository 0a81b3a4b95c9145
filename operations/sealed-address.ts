import { WaybillError } from "../core/errors.ts";
import type { JobPayload } from "../core/manifest/kinds.ts";
import { splitAddress } from "../core/manifest/split-address.ts";
import type { Env } from "../lib/env.ts";
import { seal, unseal } from "../lib/seal.ts";

type Secret = Pick<Env, "AUTH_SECRET">;

/**
 * An address as stored. `clear`: without credentials; `sealed`: the full address, sealed; null: `clear` is the full
 * address.
 */
export type KeptAddress = { readonly clear: string; readonly sealed: string | null };

/**
 * The owner key of a job's payload address. A single file's payload shares the key of its one file, since both rows
 * store the same text.
 */
export function payloadOwner({ id, payload }: { readonly id: string; readonly payload: JobPayload }): string {
  return payload === "file" ? fileOwner(id, 1) : id;
}

/** The owner key of a job file's address. */
export function fileOwner(jobId: string, ordinal: number): string {
  return `${jobId}/${ordinal}`;
}

/** A depositor's address for storage: credentials only in the sealed part, which can be opened for this owner alone. */
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
    `The credentials in ${clear} cannot be opened: AUTH_SECRET has changed since the deposit was made. An operator must restore it and resume the job; if it is lost, deposit the manifest again.`,
  );
}

function sealing({ AUTH_SECRET }: Secret, owner: string) {
  return { secret: AUTH_SECRET, purpose: "source-address", owner } as const;
}
