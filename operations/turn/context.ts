import { WaybillError } from "../../core/errors.ts";
import type { LaneSettings } from "../../core/lane/settings.ts";
import type { OpenBatch } from "../../core/lane/submission.ts";
import type { Ledger, LedgerTarget } from "../../core/ledger/ports.ts";
import type { Claimed } from "../../prisma/store/attempt/serial.ts";
import type { LaneTurn } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";
import type { LanePorts } from "./ports.ts";

/** What the actions of a turn share, read once together with the lane. */
export type TurnContext = {
  readonly ctx: Context;
  readonly ports: LanePorts;
  readonly lane: LaneTurn;
  readonly settings: LaneSettings;
  /** The lane's ledger; undefined: it has none, or its connection is not configured. */
  readonly connection: Connection | undefined;
  /** The claim under which attempts and answers of this turn are saved. */
  readonly claim: Claimed;
  readonly signal: AbortSignal;
  /** When `lane` was read, by performance.now(). */
  readonly readAt: number;
  /** Whether the ledger was silent last time, as read with the lane or observed since. */
  readonly heard: { isSilent: boolean };
  /** Whether the lane has used up its time, so that nothing more should be begun. */
  readonly isOver: () => boolean;
};

/** A turn of a lane that can reach its ledger. */
export type ConnectedTurn = TurnContext & { readonly connection: Connection };
export type Connection = { readonly ledger: Ledger; readonly target: LedgerTarget };

export function isConnected(turn: TurnContext): turn is ConnectedTurn {
  return turn.connection !== undefined;
}

/** Why a lane without its connection waits. */
export function notConnected({ ledger }: LaneTurn): string {
  return `The lane's ledger ${ledger ?? ""} is not among the connections of LEDGERS.`;
}

/** A batch's standing when the lane was read; a batch that is not open is new. */
export function standingOf(lane: LaneTurn, batchId: string): Pick<OpenBatch, "submitted" | "status"> {
  const { submitted = false, status = null } = findOpen(lane, batchId) ?? {};
  return { submitted, status };
}

/** A batch that was open when the lane was read. */
export function findOpen({ open }: LaneTurn, batchId: string): LaneTurn["open"][number] | undefined {
  return open.find(({ id }) => id === batchId);
}

/** The database's time, derived from its clock when the lane was read. */
export function databaseNow({ lane, readAt }: TurnContext): Date {
  return new Date(lane.now.getTime() + performance.now() - readAt);
}

export function leaseLost({ serviceId }: LaneTurn): WaybillError {
  return new WaybillError("lease_lost", `Lane ${serviceId} or its batch is no longer this worker's.`);
}
