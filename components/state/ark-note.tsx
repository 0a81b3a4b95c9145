import type { ArkStanding } from "../../core/identifier/ark-standing.ts";
import { ARK_LOOKS, arkSentence } from "./ark.model.ts";
import { StateBadge } from "./state-badge.tsx";

/** How an ARK stands, as a badge with its sentence. */
export function ArkNote({ standing }: { standing: ArkStanding }) {
  return (
    <span className="mt-1 block text-muted text-sm">
      <StateBadge look={ARK_LOOKS[standing.status]} inRow /> {arkSentence(standing)}
    </span>
  );
}
