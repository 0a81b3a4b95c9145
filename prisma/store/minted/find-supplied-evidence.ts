import { ProfileSettings } from "../../../core/contracts/profile.ts";
import type { SuppliedEvidence } from "../../../core/identifier/judge-supplied.ts";
import type { Sql } from "../../sql.ts";

const STANDARD = ProfileSettings.parse({});

/**
 * What is known of an ARK that came with a deposit. A shoulder is local when a profile, in any of its versions, has Waybill
 * make the names below it, whoever registers them. Profiles are few: they are read as they are.
 */
export async function findSuppliedEvidence(tx: Sql, ark: string): Promise<SuppliedEvidence> {
  const [evidence] = await tx.$queryRaw<SuppliedEvidence[]>`
    SELECT
      (SELECT collection_id FROM stored_object WHERE ark = ${ark} AND version > 0) AS "storedFor",
      (SELECT COALESCE(minted_ark.collection_id, batch.collection_id)
        FROM minted_ark LEFT JOIN job ON job.id = minted_ark.job_id LEFT JOIN batch ON batch.id = job.batch_id
        WHERE minted_ark.ark = ${ark}) AS "mintedFor",
      (SELECT shoulder FROM (
          SELECT 'ark:/' || COALESCE(settings ->> 'naan', ${STANDARD.naan}) || '/' ||
            COALESCE(settings ->> 'shoulder', ${STANDARD.shoulder}) AS shoulder
          FROM profile_version
          WHERE COALESCE(settings ->> 'minter', ${STANDARD.minter}) = 'local'
            OR COALESCE(settings ->> 'ezidNames', ${STANDARD.ezidNames}) = 'own'
        ) AS local
        WHERE starts_with(${ark}, shoulder) ORDER BY length(shoulder) DESC LIMIT 1) AS shoulder`;
  if (!evidence) throw new Error("nothing was answered about an ARK");
  return evidence;
}
