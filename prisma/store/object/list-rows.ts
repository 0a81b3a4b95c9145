import { canonicalText } from "../../../core/canonical-text.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { TimeCursor } from "../page.ts";
import { contains, searching } from "../search.ts";
import { type Reach, within } from "../within.ts";

/** A stored object as lists show it, local ids in alphabetical order. */
export type ObjectListRow = {
  readonly id: string;
  readonly ark: string;
  readonly collection: string;
  readonly title: string | null;
  readonly creator: string | null;
  readonly date: string | null;
  readonly localIds: readonly string[];
  readonly version: number;
  readonly updatedAt: Date;
};

/** `q`: a whole ARK, or a part of title or local id. */
export type ObjectFilter = {
  readonly reach: Reach;
  readonly q?: string | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** The columns of ObjectListRow, from `stored_object` and `collection`. */
export const OBJECT_COLUMNS = Prisma.sql`stored_object.id, stored_object.ark, collection.slug AS collection,
  stored_object.what AS title, stored_object.who AS creator, stored_object."when" AS date,
  ARRAY(SELECT local_id FROM local_id WHERE object_id = stored_object.id ORDER BY local_id) AS "localIds",
  stored_object.version, stored_object.updated_at AS "updatedAt"`;

/** Objects with at least one stored version, newest change first, one more than `limit`. Errors: `search_too_slow`. */
export async function listObjectRows(db: Db, filter: ObjectFilter): Promise<ObjectListRow[]> {
  const { reach, q, after, limit } = filter;
  const statement = Prisma.sql`
    SELECT ${OBJECT_COLUMNS}
    FROM stored_object JOIN collection ON collection.id = stored_object.collection_id
    WHERE stored_object.version > 0
      AND ${within(Prisma.sql`stored_object.collection_id`, reach)}
      AND ${q ? matching(q) : Prisma.sql`TRUE`}
      AND ${after ? Prisma.sql`(stored_object.updated_at, stored_object.id) < (${after.at}, ${after.id})` : Prisma.sql`TRUE`}
    ORDER BY stored_object.updated_at DESC, stored_object.id DESC
    LIMIT ${limit + 1}`;
  return q ? searching(db, statement) : db.$queryRaw(statement);
}

function matching(given: string): Prisma.Sql {
  const q = canonicalText(given);
  if (q.startsWith("ark:/")) return Prisma.sql`stored_object.ark = ${q}`;
  return Prisma.sql`(${contains([Prisma.sql`stored_object.what`], q)} OR EXISTS (
    SELECT 1 FROM local_id WHERE object_id = stored_object.id AND ${contains([Prisma.sql`local_id.local_id`], q)}))`;
}
