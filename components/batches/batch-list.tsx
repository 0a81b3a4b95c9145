"use client";
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import Link from "next/link";
import { BATCH_STATES } from "../../core/batch/states.ts";
import type { BatchRow } from "../../core/contracts/views.ts";
import { useViewer } from "../frame/viewer.tsx";
import { batchesQuery } from "../queries/batches.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { batchFilter, isNarrowed } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { BATCH_LOOKS } from "../state/batch.model.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ALL_BATCHES } from "./batch-columns.tsx";

const idOf = (batch: BatchRow) => batch.id;
const STATES = BATCH_STATES.map((state) => ({ value: state, label: BATCH_LOOKS[state].word }));

/** All batches one can see, newest first. */
export function BatchList() {
  const { role } = useViewer();
  const url = useUrlFilter();
  const collections = useQuery(collectionsQuery()).data ?? [];
  const filter = batchFilter(url.value);
  const filtered = isNarrowed(filter);
  const deposits = role === "depositor";
  const mayDeposit = collections.some((collection) => collection.mayDeposit);
  return (
    <>
      <PageHead title={deposits ? "My deposits" : "Batches"} actions={mayDeposit ? <NewDeposit /> : null} />
      <FilterBar
        search="File name, title, id or person"
        choices={[
          { name: "state", label: "Filter by state", all: "All states", options: STATES },
          {
            name: "collection",
            label: "Filter by collection",
            all: "All collections",
            options: collections.map(({ slug, name }) => ({ value: slug, label: name })),
          },
        ]}
      />
      <RowsTable
        query={batchesQuery(filter)}
        caption={deposits ? "Your deposits, newest first" : "Batches, newest first"}
        columns={ALL_BATCHES}
        idOf={idOf}
        nouns={deposits ? ["deposit", "deposits"] : ["batch", "batches"]}
        empty={
          filtered ? (
            <Empty title="Nothing matches these filters.">Clear them to see everything.</Empty>
          ) : (
            <Empty title={deposits ? "No deposits yet." : "No batches yet."}>
              {mayDeposit
                ? "A batch appears here as soon as you deposit something. Start with New deposit."
                : "A batch appears here as soon as someone makes a deposit you can see."}
            </Empty>
          )
        }
      />
    </>
  );
}

function NewDeposit() {
  return (
    <Button kind="filled" asChild>
      <Link href="/deposit">
        <Upload aria-hidden size={16} />
        New deposit
      </Link>
    </Button>
  );
}
