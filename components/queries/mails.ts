import { queryOptions } from "@tanstack/react-query";
import type { MailRow, MailView } from "../../core/contracts/views.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export function mailsQuery(filter: { readonly cursor?: string | undefined }) {
  return rowsQuery<MailRow>(["mails", filter], "mails", filter);
}

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ["mail", id],
    queryFn: ({ signal }) => request<MailView>(`mails/${encodeURIComponent(id)}`, { signal }),
  });
}
