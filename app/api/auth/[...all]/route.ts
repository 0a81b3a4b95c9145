import { WaybillError } from "../../../../core/errors.ts";
import { route } from "../../../../lib/http.ts";
import { peerOf } from "../../../../lib/peer.ts";
import { checkHealth } from "../../../../operations/health/check.ts";
import { leaveSession } from "../../../../operations/session/leave.ts";
import { auth } from "../../../_server/auth.ts";
import { contextOf, openContext } from "../../../_server/context.ts";
import { root } from "../../../_server/root.ts";
import { findActor } from "../../../_server/session.ts";
import { signIn } from "../../../_server/sign-in.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ all: string[] }> };

/** What of better-auth can be reached. People and passwords are changed by Waybill's own verbs, which write the audit (docs/decisions/0026). */
const SIGN_IN = "sign-in/email";
const SIGN_OUT = "sign-out";
const OPEN = [`POST ${SIGN_IN}`, `POST ${SIGN_OUT}`, "GET get-session"];

const handle = route(async (request, { params }: Params) => {
  const { all } = await params;
  if (!OPEN.includes(`${request.method} ${all.join("/")}`))
    throw new WaybillError("not_found", "There is nothing here.");
  const asked = withPeer(request);
  const handler = (given: Request) => auth().handler(given);
  if (all.join("/") === SIGN_OUT) await leave(asked);
  const response = await (all.join("/") === SIGN_IN
    ? signIn(asked, openContext(asked), handler)
    : handler(asked));
  if (response.status < 500) return response;
  await checkHealth(root().db);
  throw new WaybillError(
    "internal",
    "Signing in does not work just now. An operator can find the cause in the log.",
  );
});

/** Ends the session with its row in the audit; what is left to better-auth is to take the cookie back. */
async function leave(request: Request): Promise<void> {
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  const actor = await findActor(headers);
  if (actor) await leaveSession(contextOf(actor, headers));
}

/** better-auth takes its address from X-Forwarded-For: the one we know, or none. */
function withPeer(request: Request): Request {
  const headers = new Headers(request.headers);
  const peer = peerOf(headers);
  headers.delete("x-forwarded-for");
  if (peer !== undefined) headers.set("x-forwarded-for", peer);
  return new Request(request, { headers });
}

/** Sign-in and sign-out. */
export { handle as GET, handle as POST };
