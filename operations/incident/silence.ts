import type { IncidentSilenceAnswer } from "../../core/contracts/incident-views.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { endSilence, findSilence, type Silence, silenceCause } from "../../prisma/store/incident/silence.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { readUntil } from "../hold/until.ts";
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
    const silence = { until: (await readUntil(tx, { reason, until })) ?? until, by: actor.name, reason };
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
