import type { StorageView } from "../../core/contracts/overview-views.ts";
import { GO_PERCENT, STOP_PERCENT } from "../../core/space/admission.ts";
import { bytes, percent } from "../display/amount.model.ts";
import { join } from "../ui/join.ts";
import { Panel } from "../ui/panel.tsx";

/** Working storage that running jobs have reserved, with the marks at which new work stops and starts again. */
export function StorageGauge({ storage }: { storage: StorageView | null }) {
  if (storage === null)
    return (
      <Panel title="Working storage">
        <p className="text-muted">Not measured yet: a worker does it when it first starts.</p>
      </Panel>
    );
  const { quotaBytes, runningBytes, uploadBytes } = storage;
  const share = percent(runningBytes, quotaBytes);
  const text = `${bytes(runningBytes)} of ${bytes(quotaBytes)} (${share} %) reserved by running jobs`;
  return (
    <Panel title="Working storage">
      <p>{text}</p>
      <div
        aria-hidden
        className="relative mt-2 h-3 overflow-hidden rounded-sm border border-line-strong bg-sunken"
      >
        <div
          className={join("h-full", share > STOP_PERCENT ? "bg-time-solid" : "bg-accent")}
          style={{ width: `${share}%` }}
        />
        {[GO_PERCENT, STOP_PERCENT].map((mark) => (
          <span
            key={mark}
            aria-hidden
            className="absolute inset-y-0 w-px bg-line-strong"
            style={{ left: `${mark}%` }}
          />
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">
        Above {STOP_PERCENT} % no job gets more space until it is below {GO_PERCENT} % again (the two marks).{" "}
        Uploads take up another {bytes(uploadBytes)}.
      </p>
    </Panel>
  );
}
