"use client";
import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import type { ObjectRow } from "../../core/contracts/object-views.ts";
import { Time } from "../display/time.tsx";
import { collectionsQuery } from "../queries/collections.ts";
import { objectsQuery } from "../queries/objects.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { isNarrowed, objectFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";

const column = createColumnHelper<Features, ObjectRow>();
const idOf = (object: ObjectRow) => object.id;

const name = column.display({
  id: "object",
  header: "Object",
  cell: ({ row: { original: object } }) => (
    <div className="min-w-40 max-w-xl">
      <RowLink href={`/objects/${encodeURIComponent(object.id)}`}>{object.title || object.ark}</RowLink>
      {object.title ? <OneLine text={object.ark} mono className="text-muted text-sm" /> : null}
    </div>
  ),
});
const localIds = column.display({
  id: "local",
  header: "Local identifiers",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: object } }) => (
    <OneLine text={object.localIds.join(", ")} className="min-w-24 max-w-56" />
  ),
});
const creator = column.display({
  id: "creator",
  header: "Creator",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: object } }) => (
    <OneLine text={object.creator ?? ""} className="min-w-24 max-w-56" />
  ),
});
const version = column.display({
  id: "version",
  header: "Version",
  meta: { className: "text-right" },
  cell: ({ row: { original: object } }) => object.version,
});
const collection = column.display({
  id: "collection",
  header: "Collection",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: object } }) => <OneLine text={object.collection} className="min-w-16 max-w-40" />,
});
const updated = column.display({
  id: "updated",
  header: "Changed",
  meta: { className: "whitespace-nowrap text-muted" },
  cell: ({ row: { original: object } }) => <Time at={object.updatedAt} />,
});

const COLUMNS: Columns<ObjectRow> = column.columns([name, localIds, creator, version, collection, updated]);

/** All stored objects one can see, the last changed first. */
export function ObjectList() {
  const url = useUrlFilter();
  const collections = useQuery(collectionsQuery()).data ?? [];
  const filter = objectFilter(url.value);
  const filtered = isNarrowed(filter);
  return (
    <>
      <PageHead title="Objects" />
      <FilterBar
        search="ARK, local identifier or title"
        choices={[
          {
            name: "collection",
            label: "Filter by collection",
            all: "All collections",
            options: collections.map(({ slug, name: words }) => ({ value: slug, label: words })),
          },
        ]}
      />
      <RowsTable
        query={objectsQuery(filter)}
        caption="Stored objects, most recently changed first"
        columns={COLUMNS}
        idOf={idOf}
        nouns={["object", "objects"]}
        empty={
          filtered ? (
            <Empty title="Nothing matches these filters.">Clear them to see everything.</Empty>
          ) : (
            <Empty title="No objects yet.">The first one appears here as soon as a job has stored it.</Empty>
          )
        }
      />
    </>
  );
}
