"use client";
import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { CollectionView } from "../../core/contracts/views.ts";
import { useViewer } from "../frame/viewer.tsx";
import { HeldWords } from "../holds/held-words.tsx";
import { laneAddress } from "../lanes/lane-address.ts";
import { collectionAddress } from "../profiles/collection-address.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowLink, TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { HoldDialog } from "./hold-dialog.tsx";

const column = createColumnHelper<Features, CollectionView>();
const idOf = (collection: CollectionView) => collection.slug;

const name = column.display({
  id: "name",
  header: "Collection",
  cell: ({ row: { original: collection } }) => (
    <div className="min-w-32 max-w-xl">
      <RowLink href={`/batches?collection=${encodeURIComponent(collection.slug)}`}>{collection.name}</RowLink>
      <OneLine text={collection.slug} mono className="text-muted text-sm" />
    </div>
  ),
});
const lane = column.display({
  id: "lane",
  header: "Lane",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: collection } }) => (
    <span className="line-clamp-1 min-w-20 max-w-48" title={collection.lane}>
      <TextLink href={laneAddress(collection.lane)}>{collection.lane}</TextLink>
    </span>
  ),
});
const hold = column.display({
  id: "hold",
  header: "Hold",
  cell: ({ row: { original: collection } }) => <Held held={collection.held} />,
});
const act = column.display({
  id: "act",
  header: () => <span className="sr-only">Action</span>,
  meta: { className: "text-right" },
  cell: ({ row: { original: collection } }) => (
    <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
      <Button size="small" asChild>
        <Link href={collectionAddress(collection.slug)} aria-label={`Settings of ${collection.name}`}>
          Settings
        </Link>
      </Button>
      <HoldDialog collection={collection} />
    </div>
  ),
});

const READING: Columns<CollectionView> = column.columns([name, lane, hold]);
const HOLDING: Columns<CollectionView> = column.columns([name, lane, hold, act]);

function Held({ held }: { held: CollectionView["held"] }) {
  return held ? <HeldWords held={held} /> : <span className="text-muted">none</span>;
}

function Making() {
  return (
    <>
      <Button asChild>
        <Link href="/collections/~import">Import a Merritt profile</Link>
      </Button>
      <Button asChild kind="filled">
        <Link href="/collections/~new">New collection</Link>
      </Button>
    </>
  );
}

/** The collections one can see, and their holds. */
export function CollectionList() {
  const { data, error, refetch } = useQuery(collectionsQuery());
  const { may } = useViewer();
  return (
    <>
      <PageHead title="Collections" actions={may["change-profile"] ? <Making /> : null} />
      <ReadError
        what="The collections"
        error={error}
        kept={data !== undefined}
        onRetry={() => void refetch()}
      />
      {data === undefined && !error ? <RowsSkeleton label="Loading collections" /> : null}
      {data?.length === 0 ? (
        <Empty title="No collections yet.">An operator creates the first one.</Empty>
      ) : null}
      {data && data.length > 0 ? (
        <DataTable
          caption="Collections"
          columns={may["hold-collection"] ? HOLDING : READING}
          rows={data}
          idOf={idOf}
        />
      ) : null}
    </>
  );
}
