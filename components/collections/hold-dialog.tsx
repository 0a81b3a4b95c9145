"use client";
import type { CollectionView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdCollection, liftHold } from "../queries/collections.ts";

/** Holds a collection, or lifts its hold; either needs a reason. */
export function HoldDialog({ collection }: { collection: CollectionView }) {
  const { slug, name, held } = collection;
  const lift = held !== null;
  return (
    <HoldButton
      small
      words={lift ? liftWords(name) : holdWords(name)}
      mayEnd={!lift}
      act={(ask) => (lift ? liftHold(slug, ask) : holdCollection(slug, ask))}
    />
  );
}

function holdWords(name: string): HoldWords {
  return {
    button: "Hold",
    label: `Hold ${name}`,
    title: `Hold ${name}`,
    description:
      "New deposits are still accepted and keep their place, but their jobs wait until the hold is lifted. Jobs that have begun finish.",
    verb: "Hold the collection",
  };
}

function liftWords(name: string): HoldWords {
  return {
    button: "Lift the hold",
    label: `Lift the hold on ${name}`,
    title: `Lift the hold on ${name}`,
    description:
      "Its waiting deposits and jobs go on in their order; what is held by itself stays. While the whole intake is held they wait for that. People see the reason in the history.",
    verb: "Lift the hold",
  };
}
