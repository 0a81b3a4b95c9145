import type { EzidElements } from "./ezid-anvl.ts";

/**
 * The outcome of one call. `refused`: nothing was changed, and asking again would not help; `unknown`: there is no such
 * identifier; `exists`: it exists already; `not_reserved`: it is public and cannot be deleted. `again`: try later;
 * `isUnsure`: the call may have taken effect anyway. `message`: EZID's own message, or why there was none, without
 * credentials.
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

/** An identifier's elements as EZID has them. */
export type EzidView = { readonly kind: "seen"; readonly elements: ReadonlyMap<string, string> };

/** `deadline`: when the call ends at the latest, by the clock of lib/waking-clock.ts. */
export type EzidCall = { readonly deadline: number; readonly signal: AbortSignal };

/**
 * An identifier service with EZID's API, version 2. Each function is one request and throws only for its signal.
 * Source: EZID API guide; docs/reference/identifiers.md.
 */
export type IdentifierService = {
  /** POST /shoulder/…: mints a new identifier. Not idempotent. `shoulder`: e.g. `ark:/99999/fk4`. */
  mint(shoulder: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** PUT /id/…: creates an identifier with a given name. */
  create(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** GET /id/…: reads what EZID knows about an identifier. */
  view(identifier: string, call: EzidCall): Promise<EzidAnswer | EzidView>;
  /** POST /id/…: changes an existing identifier. */
  update(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** PUT /id/…?update_if_exists=yes: creates or changes the identifier. */
  put(identifier: string, elements: EzidElements, call: EzidCall): Promise<EzidAnswer>;
  /** DELETE /id/…: removes a reserved identifier. */
  remove(identifier: string, call: EzidCall): Promise<EzidAnswer>;
  close(): Promise<void>;
};
