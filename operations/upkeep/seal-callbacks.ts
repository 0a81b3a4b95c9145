import { ProfileSettings } from "../../core/contracts/profile.ts";
import { listClearCallbacks, sealClearCallback } from "../../prisma/store/upkeep.ts";
import type { Context } from "../context.ts";
import { sealCallback } from "../profile/sealed-callback.ts";

const CHUNK = 500;

/**
 * Seals the credentials in callback addresses of profiles written by versions of Waybill that did not seal them.
 * @returns how many profile versions had some
 */
export async function sealCallbacks(ctx: Pick<Context, "db" | "env" | "log">): Promise<number> {
  let count = 0;
  for (let afterId: string | undefined = ""; afterId !== undefined; ) {
    const rows = await listClearCallbacks(ctx.db, afterId, CHUNK);
    for (const { id, collectionId, settings } of rows) {
      const { data } = ProfileSettings.safeParse(settings);
      const kept = data && sealCallback(ctx.env, collectionId, data);
      if (!kept || kept.callbackSealed === null) continue;
      const { callbackUrl } = kept.settings;
      if (await sealClearCallback(ctx.db, { id, callbackUrl, callbackSealed: kept.callbackSealed }))
        count += 1;
    }
    afterId = rows.at(-1)?.id;
  }
  if (count > 0) ctx.log.info({ count }, "credentials of callback addresses were sealed");
  return count;
}
