import type { APIRequestContext } from "@playwright/test";

/** The status a call gets with this token: `GET batches` is what is called. */
export async function statusOf(request: APIRequestContext, what: string, token: string): Promise<number> {
  const [method = "GET", path = ""] = what.split(" ");
  const headers = { authorization: `Bearer ${token}` };
  return (await request.fetch(`/api/v1/${path}`, { method, headers, data: undefined })).status();
}
