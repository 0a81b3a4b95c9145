"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import type { LaneRow } from "../../core/contracts/lane-views.ts";
import { count } from "../display/amount.model.ts";
import { useViewer } from "../frame/viewer.tsx";
import { IntakeControl } from "../intake/intake-control.tsx";
import { useLive } from "../live/live-provider.tsx";
import { type LaneFilter, laneAlarmsQuery, lanesQuery } from "../queries/lanes.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { laneFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { NEW_LANE } from "./lane-address.ts";
import { ALL_LANES } from "./lane-columns.tsx";

const idOf = (lane: LaneRow) => lane.serviceId;

const CHOICES = [
  {
    name: "alarm",
    label: "Filter by alarm",
    all: "With or without an alarm",
    options: [{ value: "true", label: "With an alarm" }],
  },
] as const;

/** All lanes one can see, by service id: what each waits for. */
export function LaneList() {
  const url = useUrlFilter();
  const { status } = useLive();
  const { may } = useViewer();
  const filter = laneFilter(url.value);
  return (
    <>
      <PageHead
        title="Lanes"
        actions={
          <>
            <IntakeControl />
            {may["make-lane"] ? <NewLane /> : null}
          </>
        }
      />
      {filter.alarm ? null : <Alarms />}
      <FilterBar search="Service id" choices={CHOICES} />
      <RowsTable
        query={lanesQuery(filter, status.kind !== "paused")}
        caption="Lanes, by service id"
        columns={ALL_LANES}
        idOf={idOf}
        nouns={["lane", "lanes"]}
        empty={<NoLanes filter={filter} mayMake={may["make-lane"]} />}
      />
    </>
  );
}

function NewLane() {
  return (
    <Button kind="filled" asChild>
      <Link href={NEW_LANE}>
        <Plus aria-hidden size={16} />
        New lane
      </Link>
    </Button>
  );
}

/** That lanes need attention, wherever in the list they are. */
function Alarms() {
  const { data } = useQuery(laneAlarmsQuery());
  if (!data || data.alarms === 0) return null;
  const { alarms, needPerson } = data;
  const title = alarms === 1 ? "1 lane has an alarm." : `${count(alarms)} lanes have an alarm.`;
  const who =
    needPerson === 0
      ? "No action needed yet."
      : needPerson === alarms
        ? `A person has to act on ${alarms === 1 ? "it" : "them"}.`
        : `A person has to act on ${count(needPerson)} of them.`;
  return (
    <section aria-label="Alarms" className="mb-3">
      <Notice kind={needPerson > 0 ? "error" : "warning"} title={title}>
        <p>
          {who}{" "}
          <TextLink href="/lanes?alarm=true">Show only {alarms === 1 ? "this lane" : "these lanes"}</TextLink>
        </p>
      </Notice>
    </section>
  );
}

function NoLanes({ filter, mayMake }: { filter: LaneFilter; mayMake: boolean }) {
  if (filter.q) return <Empty title="No lane matches these filters.">Clear them to see all lanes.</Empty>;
  if (filter.alarm) return <Empty title="No lane has an alarm.">Clear the filter to see all lanes.</Empty>;
  return (
    <Empty title="No lanes yet.">
      <p>A lane is a queue of batches that go to the repository or to a ledger.</p>
      {mayMake ? (
        <p className="mt-3">
          <Button asChild>
            <Link href={NEW_LANE}>Create the first lane</Link>
          </Button>
        </p>
      ) : (
        <p>It appears here when an admin creates the first one.</p>
      )}
    </Empty>
  );
}
