import { shortId } from "../display/amount.model.ts";
import { TextLink } from "../ui/row-link.tsx";
import type { EachDone } from "./act-on-each.ts";

/** Tasks that an act has left as they are, each with the reason. */
export function BulkRefusals({ refused }: Pick<EachDone, "refused">) {
  if (refused.length === 0) return null;
  return (
    <ul aria-label="Refused" className="grid max-h-60 gap-1 overflow-y-auto text-sm">
      {refused.map(({ id, message }) => (
        <li key={id}>
          <TextLink href={`/tasks/${id}`}>{shortId(id)}</TextLink> {message}
        </li>
      ))}
    </ul>
  );
}
