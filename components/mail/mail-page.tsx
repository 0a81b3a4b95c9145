"use client";
import { useQuery } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import type { MailView } from "../../core/contracts/views.ts";
import { bytes, counted } from "../display/amount.model.ts";
import { ExactTime } from "../display/time.tsx";
import { mailQuery } from "../queries/mails.ts";
import { MailBadge } from "../state/state-badge.tsx";
import { Mono } from "../ui/mono.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { MailBody } from "./mail-body.tsx";

/** One mail as it was, or will be, sent. */
export function MailPage({ id }: { id: string }) {
  const { data: mail, error, refetch } = useQuery(mailQuery(id));
  if (!mail) {
    return error ? (
      <ReadError what="The mail" error={error} kept={false} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton label="Loading the mail" />
    );
  }
  return (
    <>
      <PageHead title={mail.subject} beside={<MailBadge status={mail.status} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ReadError what="The mail" error={error} kept onRetry={() => void refetch()} />
        {mail.lastError && mail.status !== "Sent" ? (
          <Notice kind={mail.status === "Failed" ? "error" : "warning"} title={mail.lastError}>
            <p>
              {mail.status === "Failed"
                ? mail.batchId
                  ? "Operator: fix the problem with the mail server; the report itself is kept with the batch."
                  : "Operator: fix the problem with the mail server; an admin can create a new link on the person's page."
                : "Waybill retries automatically."}
            </p>
          </Notice>
        ) : null}
        <MailFacts mail={mail} />
        <MailBody mail={mail} />
        <Attachments mail={mail} />
      </div>
    </>
  );
}

function MailFacts({ mail }: { mail: MailView }) {
  return (
    <Facts>
      <Fact name="From">{mail.from}</Fact>
      <Fact name="To">{mail.to.join(", ")}</Fact>
      {mail.bcc.length > 0 ? <Fact name="Blind copy">{mail.bcc.join(", ")}</Fact> : null}
      <Fact name="Written">
        <ExactTime at={mail.createdAt} />
      </Fact>
      {mail.endedAt ? (
        <Fact name={mail.status === "Failed" ? "Given up" : "Sent"}>
          <ExactTime at={mail.endedAt} />, after {counted(mail.attempts, "try", "tries")}
        </Fact>
      ) : null}
      {mail.response ? <Fact name="Server's answer">{mail.response}</Fact> : null}
      <Fact name="Message-ID">
        <Mono text={mail.messageId} what="Message-ID" />
      </Fact>
      {mail.batchId ? (
        <Fact name="About">
          <TextLink href={`/batches/${mail.batchId}`}>its batch</TextLink>
        </Fact>
      ) : null}
    </Facts>
  );
}

function Attachments({ mail }: { mail: MailView }) {
  if (mail.attachments.length === 0) return null;
  return (
    <Panel title="Attachments">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {mail.attachments.map((file) => (
          <li key={file.filename} className="wrap-anywhere inline-flex min-w-0 items-center gap-1.5">
            <Paperclip aria-hidden size={14} className="text-muted" />
            {file.filename}
            <span className="text-muted">
              {file.mediaType}, {bytes(file.size)}
            </span>
          </li>
        ))}
      </ul>
      {mail.batchId ? (
        <p className="mt-1 text-muted text-sm">
          Download them from <TextLink href={`/batches/${mail.batchId}`}>the batch's reports</TextLink>.
        </p>
      ) : null}
    </Panel>
  );
}
