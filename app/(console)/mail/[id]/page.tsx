import type { Metadata } from "next";
import { MailPage } from "../../../../components/mail/mail-page.tsx";
import { mailQuery } from "../../../../components/queries/mails.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { getMail } from "../../../../operations/mail/get.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "Mail" };

export default function MailRoute({ params }: PageProps<"/mail/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const mail = await getMail(ctx, id);
    return (
      <Seeds seeds={[[mailQuery(id).queryKey, mail]]}>
        <MailPage id={id} />
      </Seeds>
    );
  });
}
