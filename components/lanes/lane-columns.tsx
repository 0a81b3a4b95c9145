import { createColumnHelper } from "@tanstack/react-table";
import type { LaneRow } from "../../core/contracts/lane-views.ts";
import { count } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { LaneWorker } from "./claim-left.tsx";
import { laneAddress } from "./lane-address.ts";
import { AlarmBadge } from "./lane-alarm.tsx";
import { WhyLine } from "./why-line.tsx";

const column = createColumnHelper<Features, LaneRow>();

const name = column.display({
  id: "lane",
  header: "Lane",
  meta: { className: "md:w-1/4" },
  cell: ({ row: { original: lane } }) => (
    <div className="min-w-28 max-w-xs">
      <RowLink href={laneAddress(lane.serviceId)}>{lane.serviceId}</RowLink>
      <span className="line-clamp-1 text-muted text-sm">
        {lane.backend}, {lane.ordering}
        {lane.ordering === "unordered" ? ` up to ${lane.width}` : ""}
        <span className="md:hidden">, {depthOf(lane)} waiting</span>
      </span>
    </div>
  ),
});
const why = column.display({
  id: "why",
  header: "What it waits for",
  cell: ({ row: { original: lane } }) => (
    <div className="min-w-40 max-w-2xl">
      {lane.alarm ? <AlarmBadge alarm={lane.alarm} /> : null}
      <WhyLine why={lane.why} lines={lane.alarm ? 1 : 2} />
    </div>
  ),
});
const depth = column.display({
  id: "depth",
  header: "Waiting",
  meta: { className: `${WIDE_ONLY} text-right tabular-nums` },
  cell: ({ row: { original: lane } }) => depthOf(lane),
});
const head = column.display({
  id: "head",
  header: "First accepted",
  meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
  cell: ({ row: { original: lane } }) => (lane.head ? <Time at={lane.head.createdAt} /> : "none"),
});
const claim = column.display({
  id: "claim",
  header: "Worker",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: lane } }) => <LaneWorker claim={lane.claim} why={lane.why} />,
});

/** "214", "1,000+". */
function depthOf({ depth: waiting, depthIsMore }: LaneRow): string {
  return `${count(waiting)}${depthIsMore ? "+" : ""}`;
}

export const ALL_LANES: Columns<LaneRow> = column.columns([name, why, depth, head, claim]);
