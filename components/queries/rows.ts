import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
} from "@tanstack/react-query";
import type { Page } from "../../core/contracts/views.ts";
import { type QueryValues, request } from "./request.ts";

export type RowsData<Row> = InfiniteData<Page<Row>, string | undefined>;

/** A keyset list: the first page begins at `filter.cursor`, further ones are appended. */
export function rowsQuery<Row>(key: QueryKey, path: string, filter: QueryValues) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      request<Page<Row>>(path, { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: filter.cursor === undefined ? undefined : String(filter.cursor),
    getNextPageParam: (last: Page<Row>) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** A page the server has read, as the list's first page. */
export function rowsData<Row>(page: Page<Row>, cursor: string | undefined): RowsData<Row> {
  return { pages: [page], pageParams: [cursor] };
}
