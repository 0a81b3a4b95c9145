import type { Tx } from "../../client.ts";
import { isUniqueViolation } from "../unique-violation.ts";

export type NewLane = {
  readonly id: string;
  readonly serviceId: string;
  readonly backend: "repository" | "sawtooth" | "scabbard";
  readonly ordering: "serial" | "unordered";
  readonly width: number;
  readonly ledger: string | null;
  readonly settings: Readonly<Record<string, string | number>>;
};

/** Writes a lane. False: its service_id is taken; the transaction cannot go on then. */
export async function insertLane(tx: Tx, lane: NewLane): Promise<boolean> {
  try {
    await tx.lane.create({ data: lane, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
