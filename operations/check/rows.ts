import * as z from "zod";
import {
  freeHeldObject,
  freeKeptSpace,
  freeLostLease,
  listForgottenRows,
  listHeldObjects,
  listKeptSpace,
  listLostLeases,
  ROW_TABLES,
  wakeForgottenRow,
} from "../../prisma/store/check/rows.ts";
import { counted, type Fix, type Found, inPages, type Look } from "./look.ts";

const RowFacts = z.object({ table: z.enum(ROW_TABLES) });
const ObjectFacts = z.object({ objectId: z.string() });

/** Finds leases, objects and space that should have been released, and work that should have gone on. */
export async function* findInRows(look: Look): AsyncGenerator<Found> {
  const { db } = look.ctx;
  for (const table of ROW_TABLES) {
    for await (const { id, owner, until } of inPages(look, (page) => listLostLeases(db, table, page)))
      yield { kind: "stuck_lease", subject: id, facts: { table, owner, until: until.toISOString() } };
    for await (const { id } of inPages(look, (page) => listForgottenRows(db, table, page)))
      yield { kind: "forgotten_row", subject: id, facts: { table } };
    counted(look, "tables", 1);
  }
  for await (const { id, ark, jobId } of inPages(look, (page) => listHeldObjects(db, page)))
    yield { kind: "held_object", subject: ark, facts: { objectId: id, job: jobId } };
  for await (const { id, state, bytes } of inPages(look, (page) => listKeptSpace(db, page)))
    yield { kind: "kept_space", subject: id, facts: { state, bytes: String(bytes) } };
}

/** Removes a lost lease. */
export async function freeLease({ ctx, graceMs, subject, facts }: Fix): Promise<string | undefined> {
  const { table } = RowFacts.parse(facts);
  if (!(await freeLostLease(ctx.db, table, subject, graceMs))) return undefined;
  ctx.changes.note({ due: true });
  return "The lease was removed.";
}

/** Makes forgotten work due. */
export async function wakeRow({ ctx, graceMs, subject, facts }: Fix): Promise<string | undefined> {
  const { table } = RowFacts.parse(facts);
  if (!(await wakeForgottenRow(ctx.db, table, subject, graceMs))) return undefined;
  ctx.changes.note({ due: true });
  return "It was queued for a worker.";
}

/** Releases an object, so that other jobs can write it. */
export async function freeObject({ ctx, graceMs, facts }: Fix): Promise<string | undefined> {
  const { objectId } = ObjectFacts.parse(facts);
  return (await freeHeldObject(ctx.db, objectId, graceMs)) ? "The object is free for other jobs." : undefined;
}

/** Frees working storage. */
export async function freeSpace({ ctx, graceMs, subject }: Fix): Promise<string | undefined> {
  return (await freeKeptSpace(ctx.db, subject, graceMs)) ? "The space was freed." : undefined;
}
