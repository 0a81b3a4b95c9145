"use client";
import type { IntakeView } from "../../core/contracts/views.ts";
import { HoldButton, type HoldWords } from "../holds/hold-button.tsx";
import { holdIntake, liftIntake } from "../queries/intake.ts";

const HOLD: HoldWords = {
  button: "Hold the intake",
  title: "Hold the whole intake",
  description:
    "No batch of any lane is begun, and jobs that have not begun wait. Deposits are still accepted and queued; what has begun goes on.",
  verb: "Hold the intake",
};
const LIFT: HoldWords = {
  button: "Lift the hold",
  label: "Lift the hold on the intake",
  title: "Lift the hold on the intake",
  description: "All lanes and jobs that waited for it go on at once, in their order.",
  verb: "Lift the hold",
};

/** Holds the whole intake, or lifts that hold, for those who may. */
export function IntakeHold({ intake, small = false }: { intake: IntakeView; small?: boolean }) {
  if (!intake.mayHold) return null;
  const lift = intake.held !== null;
  return (
    <HoldButton
      small={small}
      words={lift ? LIFT : HOLD}
      mayEnd={!lift}
      act={(ask) => (lift ? liftIntake(ask) : holdIntake(ask))}
    />
  );
}
