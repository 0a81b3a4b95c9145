import { Hand } from "lucide-react";
import type { HoldView } from "../../core/contracts/views.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { Unfold } from "../ui/unfold.tsx";

/** In a row: that something is held, by whom, since when and until when, and below it why. */
export function HeldWords({ held }: { held: HoldView }) {
  return (
    <Unfold
      className="min-w-24 max-w-md"
      first={
        <>
          <Hand aria-hidden size={14} className="mr-1 inline align-[-2px] text-time" />
          <span className="font-medium text-time">Held</span>{" "}
          <span className="text-muted text-sm">
            by {held.by}, <Time at={held.at} />
            {held.until ? (
              <>
                , until <ExactTime at={held.until} />
              </>
            ) : null}
          </span>
        </>
      }
      second={<span className="text-sm">{held.reason}</span>}
    />
  );
}
