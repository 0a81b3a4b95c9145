"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { counted } from "../display/amount.model.ts";
import type { rowsQuery } from "../queries/rows.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import type { Columns } from "../ui/table.ts";
import { LoadMore } from "./load-more.tsx";
import { uniqueRows } from "./unique-rows.model.ts";
import { useMorePages } from "./use-more-pages.ts";
import { useSteadyRows } from "./use-steady-rows.ts";
import { useUrlFilter } from "./use-url-filter.ts";

type Props<Row extends object> = {
  readonly query: ReturnType<typeof rowsQuery<Row>>;
  readonly caption: string;
  readonly columns: Columns<Row>;
  readonly idOf: (row: Row) => string;
  /** What one row is: "batch", "batches". */
  readonly nouns: readonly [one: string, many: string];
  readonly empty: ReactNode;
  /** Name of the cursor in the URL. */
  readonly cursorName?: string;
};

/** A keyset list in all its states: loading, empty, failing, stale, and with more to load. */
export function RowsTable<Row extends object>(props: Props<Row>) {
  const { query, caption, columns, idOf, nouns, empty, cursorName = "cursor" } = props;
  const list = useInfiniteQuery(query);
  const { busy, loadMore } = useMorePages(list, query.queryKey);
  const url = useUrlFilter();
  const pages = list.data?.pages;
  const all = useMemo(() => uniqueRows(pages ?? [], idOf), [pages, idOf]);
  const { rows, newer, showNewer } = useSteadyRows(all, idOf);
  const last = pages?.at(-1);

  if (list.isPending) return <RowsSkeleton label={`Loading ${nouns[1]}`} />;
  return (
    <div className="grid gap-3">
      <ReadError
        what={`The ${nouns[1]}`}
        error={list.error}
        kept={list.data !== undefined}
        onRetry={() => void list.refetch()}
      />
      {url.value(cursorName) === undefined ? null : (
        <FurtherDown start={url.href({ [cursorName]: undefined })} />
      )}
      {newer > 0 ? (
        <Newer words={counted(newer, `newer ${nouns[0]}`, `newer ${nouns[1]}`)} onShow={showNewer} />
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          idOf={idOf}
          busy={list.isPlaceholderData}
        />
      ) : null}
      {rows.length === 0 && !list.isError ? empty : null}
      {last?.next ? (
        <LoadMore
          href={url.href({ [cursorName]: last.next })}
          shown={rows.length}
          total={last.total}
          nouns={nouns}
          busy={busy}
          onLoad={loadMore}
        />
      ) : null}
    </div>
  );
}

function FurtherDown({ start }: { start: string }) {
  return (
    <p className="text-muted">
      This list starts further down.{" "}
      <a className="text-accent underline" href={start}>
        Show it from the start
      </a>
    </p>
  );
}

function Newer({ words, onShow }: { words: string; onShow: () => void }) {
  return (
    <Button className="sticky top-14 z-20 justify-self-center shadow-float" onClick={onShow}>
      Show {words}
    </Button>
  );
}
