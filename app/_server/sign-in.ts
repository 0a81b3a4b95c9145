import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { tooManyPasswords } from "../../core/access/too-many-passwords.ts";
import { SignInRequest } from "../../core/contracts/requests.ts";
import type { WaybillError } from "../../core/errors.ts";
import { hostOf, networkOf } from "../../lib/client-address.ts";
import { publicUrl } from "../../lib/env.ts";
import { DEVICE_DAYS, findDevice, markDevice } from "../../lib/known-device.ts";
import { peerOf } from "../../lib/peer.ts";
import { readJson } from "../../lib/read-request.ts";
import type { Context } from "../../operations/context.ts";
import { recordRefusal } from "../../operations/session/record-refusal.ts";
import { recordSignIn } from "../../operations/session/record-sign-in.ts";
import { root } from "./root.ts";
import { auditedTries, triesToSignIn } from "./tries.ts";

const DAY_S = 86_400;

/** One sign-in under way: how its password waits its turn, and why that came to nothing, which better-auth would hide. */
type SigningIn = {
  readonly isKnown: boolean;
  fault?: WaybillError;
  /** The session it has made. */
  session?: { readonly id: string; readonly userId: string };
};

/** On globalThis, as is better-auth, which asks for it. */
const held = globalThis as typeof globalThis & { waybillSigningIn?: AsyncLocalStorage<SigningIn> };

function current(): AsyncLocalStorage<SigningIn> {
  held.waybillSigningIn ??= new AsyncLocalStorage();
  return held.waybillSigningIn;
}

/** The sign-in that better-auth checks a password for; undefined outside of one. */
export function signingIn(): SigningIn | undefined {
  return current().getStore();
}

/**
 * Signs somebody in, unless too many wrong passwords came before. A device on which it succeeds is known from then on.
 * Whether it succeeds or not is written in the audit before it is answered; what the limits refuse is not.
 * @throws WaybillError `too_many_requests` with the time to try again, `bad_request`
 */
export async function signIn(
  request: Request,
  ctx: Context,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { email, password } = await readJson(request, SignInRequest);
  const name = email.toLowerCase();
  const { env } = root();
  const cookieName = `${publicUrl(env).startsWith("https:") ? "__Host-" : ""}waybill.device`;
  const cookie = findCookie(request.headers, cookieName);
  const nowMs = Date.now();
  const signing = { secret: env.AUTH_SECRET, nowMs };
  const peer = peerOf(request.headers);
  const tried = triesToSignIn().take(
    {
      email: name,
      host: peer && hostOf(peer),
      network: peer && networkOf(peer),
      device: findDevice(cookie, name, signing),
    },
    nowMs,
  );
  if (tried.kind === "wait") throw tooManyPasswords(nowMs, tried.waitMs);
  const turn: SigningIn = { isKnown: tried.isKnown };
  const response = await current().run(turn, () => handle(withBody(request, { email, password })));
  if (response.ok || turn.fault) tried.right();
  if (turn.fault) throw turn.fault;
  if (await wasRefused(response)) await recordRefusal(ctx, name, auditedTries().failed);
  if (!response.ok) return response;
  if (!turn.session) throw new Error("better-auth made a session without reporting it");
  await recordSignIn(ctx, turn.session);
  const mark = markDevice(cookie, name, { ...signing, id: randomUUID() });
  const secure = cookieName.startsWith("__Host-") ? " Secure;" : "";
  response.headers.append(
    "set-cookie",
    `${cookieName}=${mark}; Max-Age=${DEVICE_DAYS * DAY_S}; Path=/; HttpOnly;${secure} SameSite=Lax`,
  );
  return response;
}

/** For the password or since the account is closed, not for the form of the request. */
async function wasRefused(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const { code } = (await response.clone().json()) as { readonly code?: unknown };
  return code === "INVALID_EMAIL_OR_PASSWORD" || code === "BANNED_USER";
}

function withBody(request: Request, body: object): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

function findCookie(headers: Headers, name: string): string | undefined {
  for (const one of (headers.get("cookie") ?? "").split(";")) {
    const [key, value] = one.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}
