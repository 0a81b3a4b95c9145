import { queryOptions } from "@tanstack/react-query";
import type { LinkUseRequest, PasswordRequest } from "../../core/contracts/account-requests.ts";
import type { AccountView, LinkView, PasswordChanged } from "../../core/contracts/account-views.ts";
import { request } from "./request.ts";

export function accountQuery() {
  return queryOptions({
    queryKey: ["account"],
    queryFn: ({ signal }) => request<AccountView>("account", { signal }),
  });
}

export function changePassword(body: PasswordRequest): Promise<PasswordChanged> {
  return request<PasswordChanged>("account/password", { method: "PUT", body });
}

/** Ends one of the own sessions, or all but this one. */
export function endOwnSessions(session?: string): Promise<unknown> {
  const one = session === undefined ? "" : `/${encodeURIComponent(session)}`;
  return request<unknown>(`account/sessions${one}`, { method: "DELETE" });
}

export function forgetPassword(email: string): Promise<unknown> {
  return request<unknown>("password-resets", { method: "POST", body: { email } });
}

export function lookUpLink(secret: string): Promise<LinkView> {
  return request<LinkView>("account-links/look-up", { method: "POST", body: { secret } });
}

export function redeemLink(body: LinkUseRequest): Promise<{ readonly email: string }> {
  return request<{ readonly email: string }>("account-links/use", { method: "POST", body });
}
