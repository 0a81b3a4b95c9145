import { bytes } from "../display/amount.model.ts";
import { Notice } from "../ui/notice.tsx";
import { ProblemList } from "../ui/problem-list.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { TextLink } from "../ui/row-link.tsx";
import type { Item } from "./deposit.model.ts";
import type { Sample } from "./estimate.model.ts";
import { sendingWords } from "./file-words.model.ts";

/** How the upload of one file goes or ended. */
export function FileSending({ item: { send, file } }: { item: Item }) {
  switch (send.kind) {
    case "waiting":
      return null;
    case "sending":
      return <Progress name={file.name} samples={send.samples} totalBytes={file.size} />;
    case "cancelled":
      return <p className="mt-1 text-time">Cancelled. Nothing was kept.</p>;
    case "accepted":
      return (
        <p className="mt-1 text-done">
          Accepted. <TextLink href={`/batches/${send.batchId}`}>See where it is</TextLink>
        </p>
      );
    case "refused":
      return (
        <div className="mt-2">
          <Notice kind="error" role="alert" title={send.failure.message}>
            {send.failure.status === 0 ? (
              <p>Deposit again when the connection is back: the same file is never accepted twice.</p>
            ) : null}
            <ProblemList problems={send.failure.problems} />
            <code className="font-mono text-muted text-xs">{send.failure.code}</code>
          </Notice>
        </div>
      );
  }
}

function Progress({
  name,
  samples,
  totalBytes,
}: {
  name: string;
  samples: readonly Sample[];
  totalBytes: number;
}) {
  const sent = samples.at(-1)?.bytes ?? 0;
  const text = `${bytes(sent)} of ${bytes(totalBytes)}`;
  return (
    <div className="mt-2 grid gap-1">
      <ProgressBar label={`Upload of ${name}`} done={sent} total={totalBytes} text={text} />
      <p className="text-muted text-sm tabular-nums">{sendingWords(samples, totalBytes)}</p>
    </div>
  );
}
