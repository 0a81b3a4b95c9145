import { QueueError } from "../../core/errors.ts";
import type { LaneSettings } from "../../core/lane/settings.ts";
import type { Ledger, LedgerTarget } from "../../core/ledger/ports.ts";
import { trimEndOf } from "../../core/trim-signs.ts";
import type { LaneTurn } from "../../prisma/store/lane/turn.ts";
import type { Context } from "../context.ts";
import type { LanePorts } from "./ports.ts";

export type LaneWork = { readonly laneId: string; readonly fence: bigint; readonly signal: AbortSignal };

/** What the acts of a turn share. */
export type TurnContext = {
  readonly ctx: Context;
  readonly ports: LanePorts;
  readonly work: LaneWork;
  readonly lane: LaneTurn;
  readonly settings: LaneSettings;
  /** When `lane` was read, by performance.now(). */
  readonly readAt: number;
  /** Whether the ledger answered the last time, as it was read with the lane or found out since. */
  readonly heard: { isSilent: boolean };
  /** Whether the lane has had its time and nothing more should be begun. */
  readonly isOver: () => boolean;
};

/** A ledger lane's adapter and address; undefined: the lane has none, or its connection is not configured. */
export function ledgerOf({
  ctx,
  ports,
  lane,
}: Pick<TurnContext, "ctx" | "ports" | "lane">):
  | { readonly ledger: Ledger; readonly target: LedgerTarget }
  | undefined {
  const connection = lane.ledger === null ? undefined : ctx.env.LEDGERS[lane.ledger];
  if (lane.backend === "repository" || !connection) return undefined;
  const { url, headers } = connection;
  return {
    ledger: ports.ledgers[lane.backend],
    target: { serviceId: lane.serviceId, url: trimEndOf(url, "/"), headers },
  };
}

/** What attempts of this turn are written with. */
export function claimedBy({ ports, work, lane, settings }: TurnContext) {
  const { postTimeoutMs, settleMs } = settings;
  return { laneId: lane.id, fence: work.fence, instance: ports.instance, postTimeoutMs, settleMs };
}

/** The database's clock, from what it said when the lane was read. */
export function databaseNow({ lane, readAt }: TurnContext): Date {
  return new Date(lane.now.getTime() + performance.now() - readAt);
}

export function leaseLost({ serviceId }: LaneTurn): QueueError {
  return new QueueError("lease_lost", `Lane ${serviceId} or its batch is no longer this worker's.`);
}
