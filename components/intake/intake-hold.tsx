"use client";
import type { IntakeView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdIntake, releaseIntake } from "../queries/intake.ts";

const HOLD: HoldWords = {
  button: "Hold the intake",
  title: "Hold the whole intake",
  description:
    "No batch of any lane is begun, and jobs that have not begun wait. Deposits are still accepted and queued; what has begun goes on.",
  verb: "Hold the intake",
};
const RELEASE: HoldWords = {
  button: "Release the hold",
  label: "Release the hold on the intake",
  title: "Release the hold on the intake",
  description: "All lanes and jobs that waited for it go on at once, in their order.",
  verb: "Release the hold",
};

/** Holds the whole intake, or releases that hold, for those who may. */
export function IntakeHold({ intake, small = false }: { intake: IntakeView; small?: boolean }) {
  if (!intake.mayHold) return null;
  const release = intake.held !== null;
  return (
    <HoldButton
      small={small}
      words={release ? RELEASE : HOLD}
      mayEnd={!release}
      act={(ask) => (release ? releaseIntake(ask) : holdIntake(ask))}
    />
  );
}
