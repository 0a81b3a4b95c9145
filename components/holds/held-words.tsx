import type { HoldView } from "../../core/contracts/views.ts";
import { ExactTime, Time } from "../display/time.tsx";

/** Who holds something, since when, why, and until when. */
export function HeldWords({ held }: { held: HoldView }) {
  return (
    <>
      <span className="text-muted text-sm">
        by {held.by}, <Time at={held.at} />
        {held.until ? (
          <>
            , until <ExactTime at={held.until} />
          </>
        ) : null}
      </span>
      <p className="wrap-anywhere text-sm" dir="auto">
        {held.reason}
      </p>
    </>
  );
}
