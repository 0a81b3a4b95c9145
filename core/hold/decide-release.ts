import type { Sentence } from "../contracts/sentence.ts";
import { tell, textOf } from "../sentence.ts";
import type { Hold } from "./hold.ts";
import type { Holdable } from "./holdable.ts";
import { holdSentence } from "./words.ts";

/** Something that may be released: whether it stands in the state Held, and the holds on and over it. */
export type Releasable = {
  readonly isHeld: boolean;
  readonly own: Hold | null;
} & HoldsOver;

/** The holds on what something belongs to; null: there is none, or it belongs to nothing of the kind. */
export type HoldsOver = {
  readonly batch: Hold | null;
  readonly collection: Hold | null;
  readonly intake: Hold | null;
};

export type ReleaseDecision =
  | { readonly kind: "release" }
  /** Its own hold ends, and it stays Held for the intake's until that is released. */
  | { readonly kind: "leave" }
  | Refusal;

type Refusal = {
  readonly kind: "refuse";
  readonly code: "not_held" | "collection_held" | "batch_held" | "intake_held";
  readonly message: string;
};

/**
 * Whether something may be released now: a batch or job not while its collection or batch is held. While the whole intake is held
 * nothing begins: a batch waits for its lane all the same, a job stays Held. Source: docs/reference/states.md, "Holds".
 */
export function decideRelease(
  subject: Holdable,
  { isHeld, own, batch, collection, intake }: Releasable,
): ReleaseDecision {
  if (!isHeld && own === null) return refuse("not_held", tell`The ${subject} is not held.`);
  const first = `Release that hold first; then release this ${subject} if it is still held.`;
  if (collection) {
    return refuse("collection_held", tell`${holdSentence("The collection", collection)} ${first}`);
  }
  if (batch) return refuse("batch_held", tell`${holdSentence("The batch", batch)} ${first}`);
  if (!intake || subject === "batch" || !isHeld) return { kind: "release" };
  if (own) return { kind: "leave" };
  return refuse(
    "intake_held",
    tell`${holdSentence("The intake", intake)} The job goes on when that is released.`,
  );
}

function refuse(code: Refusal["code"], sentence: Sentence): Refusal {
  return { kind: "refuse", code, message: textOf(sentence) };
}
