import type { PageQuery } from "../../core/contracts/requests.ts";
import type { MailRow, Page } from "../../core/contracts/views.ts";
import { listMailRows } from "../../prisma/store/outbox/mail.ts";
import { pageOf, readTimeCursor, writeTimeCursor } from "../../prisma/store/page.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { mailRow } from "./row-view.ts";

/**
 * The mails of the outbox, newest first: waiting, sent and failed.
 * @throws WaybillError `not_allowed`
 */
export async function listMails(
  { db, actor }: Context,
  { cursor, limit }: PageQuery,
): Promise<Page<MailRow>> {
  allow(actor, "read-mail");
  const rows = await listMailRows(db, { after: readTimeCursor(cursor), limit });
  return pageOf(rows, limit, ({ createdAt, id }) => writeTimeCursor({ at: createdAt, id }), mailRow);
}
