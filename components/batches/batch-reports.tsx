import { Download } from "lucide-react";
import type { BatchView, ReportView } from "../../core/contracts/views.ts";
import { bytes } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { reportAddress } from "../queries/batches.ts";
import { MailBadge } from "../state/state-badge.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

/** The reports of a batch: when, what they said, the mail, and the attachments. */
export function BatchReports({ batch, mayReadMail }: { batch: BatchView; mayReadMail: boolean }) {
  return (
    <Panel title="Reports">
      {batch.reports.length === 0 ? (
        <p className="text-muted">{whyNone(batch)}</p>
      ) : (
        <ul className="rounded-md border border-line bg-surface">
          {batch.reports.map((report) => (
            <Report key={report.number} batchId={batch.id} report={report} mayReadMail={mayReadMail} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A ledger's batch has no jobs, and is reported only where somebody is told. */
function whyNone({ kind, endedAt }: BatchView): string {
  if (kind !== "LedgerBatch") return "None yet. The report is written when all jobs have ended.";
  return endedAt
    ? "None: this collection has no recipients. The outcome is on this page."
    : "None yet. If the collection has recipients, the report is written once the ledger has decided.";
}

function Report({
  batchId,
  report,
  mayReadMail,
}: {
  batchId: string;
  report: ReportView;
  mayReadMail: boolean;
}) {
  const name = report.number === 1 ? "Report" : `Update report ${report.number - 1}`;
  return (
    <li className="border-line border-b px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <span>{report.outcome}</span>
        <Time at={report.createdAt} className="text-muted" />
        {report.mailStatus ? (
          <span className="inline-flex items-center gap-1.5">
            <span className="text-muted">Mail</span>
            <MailBadge status={report.mailStatus} inRow />
            {report.mailId && mayReadMail ? (
              <TextLink href={`/mail/${report.mailId}`}>Read it</TextLink>
            ) : null}
          </span>
        ) : (
          <span className="text-muted">No mail sent: this collection has no recipients</span>
        )}
      </div>
      {report.attachments.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {report.attachments.map((file) => (
            <li key={file.filename} className="wrap-anywhere min-w-0">
              <a
                href={reportAddress(batchId, report.number, file.filename)}
                download
                className="inline-flex max-w-full items-center gap-1 text-accent underline decoration-line-strong underline-offset-2"
              >
                <Download aria-hidden size={13} className="shrink-0" />
                <span className="wrap-anywhere min-w-0">{file.filename}</span>
              </a>{" "}
              <span className="text-muted">{bytes(file.size)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
