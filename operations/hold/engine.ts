import { WaybillError } from "../../core/errors.ts";
import { decideRelease } from "../../core/hold/decide-release.ts";
import type { Sql } from "../../prisma/sql.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import { setHold } from "../../prisma/store/hold/hold.ts";
import { releaseHoldRow } from "../../prisma/store/hold/release.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { auditReason, type Ending, releaseReason } from "./ending.ts";
import type { Place, Scope, Standing, WentOn } from "./scope.ts";
import { type HoldAsk, readUntil } from "./until.ts";
import { auditOf } from "./view.ts";

/** Both verbs for one kind of thing. `id`: as in core/hold/holdable.ts; "intake" for the single intake. */
export type Verbs<View> = {
  readonly place: (ctx: Context, id: string, ask: HoldAsk) => Promise<View>;
  readonly release: (ctx: Context, id: string, ending: Ending) => Promise<View>;
};

/** Builds both verbs from what differs between kinds. */
export function verbsOf<P extends Place, S extends Standing, View>(scope: Scope<P, S, View>): Verbs<View> {
  return {
    place: async (ctx, id, ask) => {
      const place = await find(scope, ctx, id);
      await ctx.db.transact((tx) => placeIn(tx, ctx, scope, { place, id, ask }));
      ctx.changes.note(place.change);
      return scope.view(ctx, id);
    },
    release: async (ctx, id, ending) => {
      const place = await find(scope, ctx, id);
      const { batches = [], jobs = [] } = await ctx.db.transact((tx) =>
        releaseIn(tx, ctx, scope, { place, id, ending }),
      );
      ctx.changes.note({ ...place.change, due: true });
      for (const batch of batches) ctx.changes.note({ batch });
      for (const job of jobs) ctx.changes.note({ job });
      return scope.view(ctx, id);
    },
  };
}

async function find<P extends Place, S extends Standing, View>(
  scope: Scope<P, S, View>,
  ctx: Context,
  id: string,
): Promise<P> {
  const place = await scope.find(ctx, id);
  if (!place) throw unknown(scope);
  allow(ctx.actor, scope.needs, place.collectionId);
  return place;
}

async function placeIn<P extends Place, S extends Standing, View>(
  tx: Sql,
  { actor }: Context,
  scope: Scope<P, S, View>,
  { place, id, ask }: { readonly place: P; readonly id: string; readonly ask: HoldAsk },
): Promise<void> {
  const standing = await scope.lock(tx, place);
  if (!standing) throw unknown(scope);
  const decision = scope.decideHold(standing);
  if (decision.kind === "refuse") throw new WaybillError(decision.code, decision.message);
  const { on } = place.row;
  const [by, reason, until] = [actor.name, ask.reason, await readUntil(tx, ask)];
  const hold = await setHold(tx, place.row, { by, reason, until });
  if (!hold) throw new WaybillError("already_held", `The ${on} is held already.`);
  const moves = decision.kind === "move";
  const { told, after } = await scope.stop(tx, { place, standing }, { actor: by, reason, hold, moves });
  if (!told) await writeEvent(tx, { kind: `${on}.held`, ...place.names, actor: by, reason });
  await writeAudit(tx, actor, {
    action: `${on}.hold`,
    target: id,
    reason,
    before: { held: false, ...stateOf(standing) },
    after: { ...auditOf(hold), ...after },
  });
}

async function releaseIn<P extends Place, S extends Standing, View>(
  tx: Sql,
  { actor }: Context,
  scope: Scope<P, S, View>,
  { place, id, ending }: { readonly place: P; readonly id: string; readonly ending: Ending },
): Promise<WentOn> {
  const over = await scope.lockOver(tx, place);
  const standing = await scope.lock(tx, place);
  if (!standing) throw unknown(scope);
  const { on } = place.row;
  const decision = decideRelease(on, { isHeld: isHeld(standing), own: standing.hold, ...over });
  // an expired hold ends, and the thing stays Held because of the hold over it
  const stays = ending.expired === true && decision.kind === "refuse" && decision.code !== "not_held";
  if (decision.kind === "refuse" && !stays) throw new WaybillError(decision.code, decision.message);
  const released = await releaseHoldRow(tx, place.row, ending);
  if (ending.expired && !released) throw new WaybillError("not_held", "The hold does not end yet.");
  const reason = auditReason(ending);
  const went = await scope.goOn(
    tx,
    { place, standing, over },
    { actor: actor.name, reason: releaseReason(on, ending), stays: stays || decision.kind === "leave" },
  );
  if (!went.told) await writeEvent(tx, { kind: `${on}.released`, ...place.names, actor: actor.name, reason });
  await writeAudit(tx, actor, {
    action: `${on}.release`,
    target: id,
    reason,
    before: { ...auditOf(standing.hold), ...stateOf(standing) },
    after: { held: false, ...went.after },
  });
  return went;
}

/** Whether a batch or job is in the state Held, because of any hold. */
export function isHeld({ state }: Standing): boolean {
  return state === "Held";
}

function stateOf({ state }: Standing): object {
  return state === undefined ? {} : { state };
}

function unknown({ unknown: message }: { readonly unknown: string }): WaybillError {
  return new WaybillError("not_found", message);
}
