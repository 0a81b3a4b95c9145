"use client";
import { useQuery } from "@tanstack/react-query";
import { intakeQuery } from "../queries/intake.ts";
import { IntakeHold } from "./intake-hold.tsx";

/** The button that holds the whole intake; while it is held, the banner has the one that releases it. */
export function IntakeControl() {
  const { data: intake } = useQuery(intakeQuery());
  return intake && intake.held === null ? <IntakeHold intake={intake} /> : null;
}
