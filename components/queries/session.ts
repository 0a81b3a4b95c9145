import { parseJson } from "./request.ts";

/** The answer of the sign-in: fine, or its status and code for the sentence to show. */
export type SignInAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number; readonly code: string };

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
  });
}

export async function signIn(email: string, password: string): Promise<SignInAnswer> {
  try {
    const response = await post("sign-in/email", { email, password });
    if (response.ok) return { ok: true };
    const answer = parseJson(await response.text());
    const code = typeof answer === "object" && answer !== null && "code" in answer ? String(answer.code) : "";
    return { ok: false, status: response.status, code };
  } catch {
    return { ok: false, status: 0, code: "" };
  }
}

/** Ends the session. False when the server did not confirm it. */
export async function signOut(): Promise<boolean> {
  try {
    return (await post("sign-out", {})).ok;
  } catch {
    return false;
  }
}
