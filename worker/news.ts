import type { Kind } from "./engine/lease-table.ts";

/** What of a notification of changes (prisma/changes.ts) says that rows may have become due. */
type News = {
  readonly tasks: boolean;
  readonly mails: boolean;
  readonly batches: readonly string[];
};

/** Of what news says that it has changed: the kinds of rows that may have become due. */
const DUE_AFTER = [
  [({ tasks }) => tasks, ["task"]],
  [({ mails }) => mails, ["mail"]],
  // accepting one makes its lane due, a lane's turn its batch, its expansion its jobs, and their end the batch again
  [({ batches }) => batches.length > 0, ["lane", "batch", "job"]],
] as const satisfies readonly (readonly [(news: News) => boolean, readonly Kind[]])[];

/** The kinds of rows that may be due now. Others are found by the next scan. */
export function kindsOf(news: News): readonly Kind[] {
  return DUE_AFTER.flatMap(([isSo, kinds]) => (isSo(news) ? kinds : []));
}
