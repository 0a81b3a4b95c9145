import type { SlowLaneView } from "../../core/contracts/overview-views.ts";
import { shortId } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { laneAddress } from "../lanes/lane-address.ts";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

/** The lanes whose oldest batch has been there longest. */
export function SlowLanes({ lanes }: { lanes: readonly SlowLaneView[] }) {
  return (
    <Panel title="Slowest lanes">
      {lanes.length === 0 ? (
        <p className="text-muted">No batch is open: all lanes are empty.</p>
      ) : (
        <>
          <ul className="rounded-md border border-line bg-surface">
            {lanes.map(({ serviceId, batchId, title, state, since }) => (
              <li
                key={serviceId}
                className="wrap-anywhere grid gap-x-3 border-line border-b px-3 py-2 last:border-b-0 sm:grid-cols-[1fr_2fr]"
              >
                <TextLink href={laneAddress(serviceId)}>{serviceId}</TextLink>
                <span dir="auto">
                  <TextLink href={`/batches/${encodeURIComponent(batchId)}`}>
                    {title ?? shortId(batchId)}
                  </TextLink>{" "}
                  <span className="text-muted text-sm">
                    {state}, deposited <Time at={since} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-muted text-sm">
            Looked for among the 200 oldest batches of each state: a lane with many old batches can hide
            others.
          </p>
        </>
      )}
    </Panel>
  );
}
