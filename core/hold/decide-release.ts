import type { Hold } from "./hold.ts";
import { holdSentence } from "./words.ts";

/** Something that may be released: what its state is, and the holds over it. */
export type Releasable = {
  readonly isHeld: boolean;
  readonly own: Hold | null;
  /** Of a job; null for a batch. */
  readonly batch: Hold | null;
  readonly collection: Hold | null;
};

export type ReleaseDecision =
  | { readonly kind: "release" }
  | {
      readonly kind: "refuse";
      readonly code: "not_held" | "collection_held" | "batch_held";
      readonly message: string;
    };

/** Whether a batch or job may be released now: not while its collection or batch is held. Source: docs/reference/states.md, "Holds". */
export function decideRelease(
  subject: "batch" | "job",
  { isHeld, own, batch, collection }: Releasable,
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
  return { kind: "release" };
}
