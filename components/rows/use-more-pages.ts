"use client";
import { hashKey, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";

type Paged = {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
};

/** How many pages somebody wants to see, and of which list. */
type Wish = { readonly of: string; readonly pages: number };

const NO_WISH: Wish = { of: "", pages: 0 };

/**
 * Loads one more page at each request. Rows that change are read again all the time, which takes the longer the more
 * pages are shown; a wish does not wait for that: it ends the reading, which is made up for once the page is there. It
 * is a wish for this list only: another filter (`queryKey`) begins without one. `busy`: one is still to come.
 */
export function useMorePages(
  list: Paged,
  queryKey: QueryKey,
): { readonly busy: boolean; readonly loadMore: () => void } {
  const { data, isFetching, isFetchingNextPage, isError, hasNextPage, fetchNextPage, refetch } = list;
  const of = hashKey(queryKey);
  const pages = data?.pages.length ?? 0;
  const [wish, setWish] = useState(NO_WISH);
  const wanted = wish.of === of ? wish.pages : 0;
  const busy = wanted > pages && hasNextPage && (isFetching || !isError);
  useEffect(() => {
    if (!busy || isFetchingNextPage) return;
    const isInterrupted = isFetching;
    void fetchNextPage().then(() => isInterrupted && refetch());
  }, [busy, isFetching, isFetchingNextPage, fetchNextPage, refetch]);
  const loadMore = () => {
    setWish({ of, pages: pages + 1 });
    if (isError && !isFetching) void fetchNextPage();
  };
  return { busy, loadMore };
}
