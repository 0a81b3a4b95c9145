import type { EzidElements } from "./ezid-anvl.ts";

/**
 * What became of one call. `refused`: nothing was changed and asking again would not help; `unknown`: there is no such
 * identifier, `exists`: there is one, `not_reserved`: it is public and cannot be deleted. `again`: not now; `isUnsure`
 * when it may have happened anyway. `message`: EZID's own words or why there were none, without credentials.
 */
export type EzidAnswer =
  | { readonly kind: "done"; readonly identifier: string }
  | {
      readonly kind: "refused";
      readonly reason: "unknown" | "exists" | "not_reserved" | "other";
      readonly message: string;
    }
  | {
      readonly kind: "again";
      readonly message: string;
      readonly isUnsure: boolean;
      readonly retryAfterMs?: number;
    };

/** An identifier's elements as EZID keeps them. */
export type EzidView = { readonly kind: "seen"; readonly elements: ReadonlyMap<string, string> };

/** `deadline` by the clock of lib/waking-clock.ts: the call is over then. */
export type EzidCall = { readonly deadline: number; readonly signal: AbortSignal };

/**
 * An identifier service with EZID's API, version 2. Each function is one request and throws only for its signal.
 * Source: EZID API guide; docs/reference/identifiers.md.
 */
export type IdentifierService = {
  /** POST /shoulder/…: a new identifier. Not idempotent. `shoulder`: e.g. `ark:/99999/fk4`. */
  mint(shoulder: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** PUT /id/…: a new identifier of a given name. */
  create(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** GET /id/…: what EZID knows of an identifier. */
  view(identifier: string, call: EzidCall): Promise<EzidAnswer | EzidView>;
  /** POST /id/…: changes an identifier that is there. */
  update(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** PUT /id/…?update_if_exists=yes: makes the identifier or changes it. */
  put(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** DELETE /id/…: removes a reserved identifier. */
  remove(identifier: string, call: EzidCall): Promise<EzidAnswer>;
  close(): Promise<void>;
};
