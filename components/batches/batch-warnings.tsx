import type { BatchView } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

/** Which jobs of a batch have warnings, each with its first; nothing when none has. */
export function BatchWarnings({ batch: { warnings } }: { batch: BatchView }) {
  const { jobs, listed } = warnings;
  if (jobs === 0) return null;
  return (
    <Panel title="Warnings">
      <Notice
        kind="warning"
        title={`Accepted with ${counted(warnings.warnings, "warning")} in ${counted(jobs, "job")}.`}
      >
        <ul className="mt-2 grid gap-1 text-sm">
          {listed.map(({ id, filename, message, count }) => (
            <li key={id} dir="auto">
              <TextLink href={`/jobs/${id}`}>{filename}</TextLink>: {message}
              {count > 1 ? <span className="text-muted"> And {count - 1} more.</span> : null}
            </li>
          ))}
        </ul>
        {jobs > listed.length ? (
          <p className="mt-1 text-muted text-sm">
            And {counted(jobs - listed.length, "more job")}; the report names them all.
          </p>
        ) : null}
      </Notice>
    </Panel>
  );
}
