import { Hand } from "lucide-react";
import type { HoldView } from "../../core/contracts/views.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { OneLine } from "../ui/one-line.tsx";

/** In a row: that something is held, by whom, since when and until when, and below it why. */
export function HeldWords({ held }: { held: HoldView }) {
  return (
    <div className="min-w-24 max-w-md">
      <p className="line-clamp-1" title={`Held by ${held.by}`}>
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
      </p>
      <OneLine text={held.reason} className="text-sm" />
    </div>
  );
}
