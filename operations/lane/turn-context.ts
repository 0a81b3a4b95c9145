import type { LaneSettings } from "../../core/lane/settings.ts";
import type { Ledger, LedgerTarget } from "../../core/ledger/ports.ts";
import type { LaneTurn } from "../../prisma/store/lane/load-turn.ts";
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
    target: { serviceId: lane.serviceId, url: url.replace(/\/+$/, ""), headers },
  };
}
