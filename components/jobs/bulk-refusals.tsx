import type { Refusal } from "../../core/contracts/bulk-views.ts";
import { count, counted, shortId } from "../display/amount.model.ts";
import { TextLink } from "../ui/row-link.tsx";
import { groupRefusals } from "./bulk-words.model.ts";

const SHOWN = 100;

/** Jobs an act leaves as they are, by reason. */
export function BulkRefusals({ title, refused }: { title: string; refused: readonly Refusal[] }) {
  if (refused.length === 0) return null;
  return (
    <section aria-label={title} className="text-sm">
      <p className="font-medium">
        {title}: {counted(refused.length, "job")}
      </p>
      <ul className="mt-1 grid max-h-60 gap-2 overflow-y-auto">
        {groupRefusals(refused).map(({ code, message, jobs }) => (
          <li key={`${code} ${message}`}>
            {message} <code className="font-mono text-muted text-xs">{code}</code>
            <span className="block">
              {jobs.slice(0, SHOWN).map(({ jobId }, at) => (
                <span key={jobId}>
                  {at > 0 ? ", " : ""}
                  <TextLink href={`/jobs/${jobId}`}>{shortId(jobId)}</TextLink>
                </span>
              ))}
              {jobs.length > SHOWN ? ` and ${count(jobs.length - SHOWN)} more` : ""}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
