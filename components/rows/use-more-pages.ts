"use client";
import { useEffect, useState } from "react";

type Paged = {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

/**
 * Loads one page more at each wish. Rows that change are read again meanwhile, and one reading ends the other; so the wish
 * is kept until its page is there, or until reading fails. `busy`: one is still to come.
 */
export function useMorePages(list: Paged): { readonly busy: boolean; readonly loadMore: () => void } {
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = list;
  const pages = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState(0);
  const busy = wanted > pages && hasNextPage && (isFetching || !isError);
  useEffect(() => {
    if (busy && !isFetching) void fetchNextPage();
  }, [busy, isFetching, fetchNextPage]);
  const loadMore = () => {
    setWanted(pages + 1);
    if (isError && !isFetching) void fetchNextPage();
  };
  return { busy, loadMore };
}
