"use client";
import type { CollectionView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdCollection, releaseCollection } from "../queries/collections.ts";

/** Holds a collection, or releases its hold; either needs a reason. */
export function HoldDialog({ collection }: { collection: CollectionView }) {
  const { slug, name, held } = collection;
  const release = held !== null;
  return (
    <HoldButton
      small
      words={release ? releaseWords(name) : holdWords(name)}
      mayEnd={!release}
      act={(ask) => (release ? releaseCollection(slug, ask) : holdCollection(slug, ask))}
    />
  );
}

function holdWords(name: string): HoldWords {
  return {
    button: "Hold",
    label: `Hold ${name}`,
    title: `Hold ${name}`,
    description:
      "New deposits are still accepted and keep their place, but their jobs wait until the hold is released. Jobs that have begun finish.",
    verb: "Hold the collection",
  };
}

function releaseWords(name: string): HoldWords {
  return {
    button: "Release the hold",
    label: `Release the hold on ${name}`,
    title: `Release the hold on ${name}`,
    description:
      "Its waiting deposits and jobs go on in their order; what is held by itself stays. While the whole intake is held they wait for that. People see the reason in the history.",
    verb: "Release the hold",
  };
}
