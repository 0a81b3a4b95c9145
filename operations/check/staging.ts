import * as z from "zod";
import { STORAGE_TARGETS } from "../../core/storage/object-stores.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";
import type { Context } from "../context.ts";
import { counted, type Fix, type Found, type Look } from "./look.ts";

/** Longer than any put takes: anything older was left by a process that died. */
const STALE_MS = 172_800_000;
const StagingFacts = z.object({ storage: z.enum(STORAGE_TARGETS) });

async function staleBefore({ db }: Context): Promise<Date> {
  return new Date((await databaseClock(db)).getTime() - STALE_MS);
}

/** Finds what unfinished puts left behind. */
export async function* findInStaging(look: Look): AsyncGenerator<Found> {
  const before = await staleBefore(look.ctx);
  for (const { target, stale } of look.ports.storages) {
    for await (const name of stale(before))
      yield { kind: "stale_staging", subject: name, facts: { storage: target } };
    counted(look, "storages", 1);
  }
}

/** Removes what an unfinished put left behind. */
export async function removeUnfinished({ ctx, ports, subject, facts }: Fix): Promise<string | undefined> {
  const { storage } = StagingFacts.parse(facts);
  const place = ports.storages.find(({ target }) => target === storage);
  const removed = await place?.removeStale(subject, await staleBefore(ctx));
  return removed === true ? "It was removed from the staging folder." : undefined;
}
