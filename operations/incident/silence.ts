import type { IncidentSilenceAnswer } from "../../core/contracts/incident-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { untilProblem } from "../../core/hold/until.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";
import { endSilence, findSilence, type Silence, silenceCause } from "../../prisma/store/incident/silence.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { getSince } from "./get-since.ts";

export type IncidentSilencing = {
  readonly cause: string;
  readonly reason: string;
  /** Null: it is shown again at once. */
  readonly until: Date | null;
};

/**
 * Has an incident no longer shown as needing a person, until then or until it is over, whichever comes first; or shown again.
 * Nothing else changes: its jobs stay Failed and can be resumed.
 * @throws WaybillError `not_allowed`, `not_found` (nothing has failed with that cause), `bad_request` (not in the future, or
 * more than a year away)
 */
export async function silenceIncident(
  ctx: Context,
  { cause, reason, until }: IncidentSilencing,
): Promise<IncidentSilenceAnswer> {
  const { db, actor } = ctx;
  allow(actor, "silence-incident");
  return db.transact(async (tx) => {
    const since = await getSince(tx, cause);
    const before = (await findSilence(tx, cause, since)) ?? null;
    if (until === null) {
      if (!(await endSilence(tx, cause))) return { silence: null };
      await writeAudit(tx, actor, {
        action: "incident.speak",
        target: cause,
        reason,
        ...told("before", before),
      });
      return { silence: null };
    }
    if (untilProblem(until, await databaseClock(tx)))
      throw new WaybillError("bad_request", "A silence has to end in the future, and within a year.");
    const silence = { until, by: actor.name, reason };
    await silenceCause(tx, cause, silence);
    await writeAudit(tx, actor, {
      action: "incident.silence",
      target: cause,
      reason,
      ...told("before", before),
      ...told("after", silence),
    });
    return { silence: viewOf(silence) };
  });
}

function told(key: "before" | "after", silence: Silence | null): object {
  return silence ? { [key]: viewOf(silence) } : {};
}

function viewOf({ until, by, reason }: Silence) {
  return { until: until.toISOString(), by, reason };
}
