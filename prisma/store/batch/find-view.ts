import type { Hold } from "../../../core/hold/hold.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdJson, type KeptHold, readHold } from "../hold/hold-json.ts";
import { BATCH_ROW, type BatchListRow } from "./list-rows.ts";

/** A batch as its own page shows it, with the holds over it and its lane. Sizes in bytes. */
export type BatchViewRow = BatchListRow & {
  readonly collectionId: string;
  readonly collectionName: string;
  /** A person's hold on the batch, its collection's, and that on the whole intake. */
  readonly hold: Hold | null;
  readonly collectionHold: Hold | null;
  readonly intakeHold: Hold | null;
  readonly laneId: string;
  readonly lane: string;
  readonly laneSeq: bigint;
  /** End of its delay window. */
  readonly delayedUntil: Date | null;
  readonly forgottenCount: number;
  readonly payloadSize: bigint;
  readonly payloadSha256: string;
  readonly profileVersion: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly problems: unknown;
  readonly expandedAt: Date | null;
};

type Holds = "hold" | "collectionHold" | "intakeHold";
type Kept = Omit<BatchViewRow, Holds> & Readonly<Record<Holds, KeptHold>>;

export async function findBatchView(tx: Sql, batchId: string): Promise<BatchViewRow | undefined> {
  const [row] = await tx.$queryRaw<Kept[]>`
    SELECT ${BATCH_ROW}, batch.collection_id AS "collectionId", collection.name AS "collectionName",
      ${holdJson(Prisma.sql`batch`)} AS hold, ${holdJson(Prisma.sql`collection`)} AS "collectionHold",
      ${holdJson(Prisma.sql`intake`)} AS "intakeHold", batch.lane_id AS "laneId",
      lane.service_id AS lane, batch.lane_seq AS "laneSeq", batch.delayed_until AS "delayedUntil", batch.forgotten_count AS "forgottenCount",
      batch.payload_size AS "payloadSize", batch.payload_sha256 AS "payloadSha256",
      profile.version AS "profileVersion", batch.error_code AS "errorCode",
      batch.error_message AS "errorMessage", batch.problems, batch.expanded_at AS "expandedAt"
    FROM batch
    CROSS JOIN intake
    JOIN collection ON collection.id = batch.collection_id
    JOIN lane ON lane.id = batch.lane_id
    JOIN profile_version AS profile ON profile.id = batch.profile_version_id
    WHERE batch.id = ${batchId}`;
  return (
    row && {
      ...row,
      hold: readHold(row.hold),
      collectionHold: readHold(row.collectionHold),
      intakeHold: readHold(row.intakeHold),
    }
  );
}
