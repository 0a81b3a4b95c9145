"use client";
import type { BatchView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdBatch, releaseBatch } from "../queries/batches.ts";

const HOLD: HoldWords = {
  button: "Hold",
  title: "Hold this batch",
  description:
    "It keeps its place in its lane; a serial lane waits behind it. Jobs that have not begun stop; those that have begun finish.",
  verb: "Hold the batch",
};
const RELEASE: HoldWords = {
  button: "Release",
  title: "Release this batch",
  description:
    "It goes on at once, and so do the jobs its hold has stopped, in their order. While the whole intake is held they wait for that.",
  verb: "Release the batch",
};

/** Holds one batch or releases it, for those who may. */
export function BatchHold({ batch }: { batch: BatchView }) {
  if (batch.holdAct === null) return null;
  const release = batch.holdAct === "release";
  return (
    <HoldButton
      words={release ? RELEASE : HOLD}
      mayEnd={!release}
      act={(ask) => (release ? releaseBatch(batch.id, ask) : holdBatch(batch.id, ask))}
    />
  );
}
