import type { Hold } from "./hold.ts";
import { holdSentence } from "./words.ts";

/** Something that may be released: what its state is, and the holds over it. */
export type Releasable = {
  readonly isHeld: boolean;
  readonly own: Hold | null;
  /** Of a job; null for a batch. */
  readonly batch: Hold | null;
  readonly collection: Hold | null;
  /** On the whole intake. */
  readonly intake: Hold | null;
};

export type ReleaseDecision =
  | { readonly kind: "release" }
  /** Its own hold ends, and it stays Held for the intake's until that is lifted. */
  | { readonly kind: "leave" }
  | {
      readonly kind: "refuse";
      readonly code: "not_held" | "collection_held" | "batch_held" | "intake_held";
      readonly message: string;
    };

/**
 * Whether a batch or job may be released now: not while its collection or batch is held. While the whole intake is held
 * nothing begins: a batch waits for its lane all the same, a job stays Held. Source: docs/reference/states.md, "Holds".
 */
export function decideRelease(
  subject: "batch" | "job",
  { isHeld, own, batch, collection, intake }: Releasable,
): ReleaseDecision {
  if (!isHeld && own === null)
    return { kind: "refuse", code: "not_held", message: `The ${subject} is not held.` };
  const first = `Lift that hold first; then release this ${subject} if it is still held.`;
  if (collection) {
    const message = `${holdSentence("The collection", collection)} ${first}`;
    return { kind: "refuse", code: "collection_held", message };
  }
  if (batch)
    return { kind: "refuse", code: "batch_held", message: `${holdSentence("The batch", batch)} ${first}` };
  if (!intake || subject === "batch" || !isHeld) return { kind: "release" };
  if (own) return { kind: "leave" };
  const message = `${holdSentence("The intake", intake)} The job goes on when that is lifted.`;
  return { kind: "refuse", code: "intake_held", message };
}
