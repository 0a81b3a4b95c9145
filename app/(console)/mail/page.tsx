import type { Metadata } from "next";
import { MailList } from "../../../components/mail/mail-list.tsx";
import { mailsQuery } from "../../../components/queries/mails.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { pageCursor } from "../../../components/rows/list-filters.model.ts";
import { listMails } from "../../../operations/mail/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Mailbox" };

export default function MailsPage({ searchParams }: PageProps<"/mail">) {
  return guarded(async (ctx) => {
    const cursor = pageCursor(await readerOf(searchParams), "cursor");
    const page = await listMails(ctx, { cursor, limit: PAGE_LIMIT });
    return (
      <Seeds seeds={[[mailsQuery({ cursor }).queryKey, rowsData(page, cursor)]]}>
        <MailList />
      </Seeds>
    );
  });
}
