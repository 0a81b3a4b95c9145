import { queryOptions } from "@tanstack/react-query";
import type { TokenRequest } from "../../core/contracts/account-requests.ts";
import type { TokenView } from "../../core/contracts/account-views.ts";
import { request } from "./request.ts";

export function tokensQuery() {
  return queryOptions({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => request<readonly TokenView[]>("tokens", { signal }),
  });
}

export type CreatedToken = { readonly token: TokenView; readonly secret: string };

export function createToken(body: TokenRequest): Promise<CreatedToken> {
  return request<CreatedToken>("tokens", { method: "POST", body });
}

export function revokeToken(id: string): Promise<unknown> {
  return request<unknown>(`tokens/${encodeURIComponent(id)}`, { method: "DELETE" });
}
