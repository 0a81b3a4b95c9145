import { QueueError } from "../../../../core/errors.ts";
import { route } from "../../../../lib/http.ts";
import { checkHealth } from "../../../../operations/health/check.ts";
import { auth } from "../../../_server/auth.ts";
import { root } from "../../../_server/root.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ all: string[] }> };

/** What of better-auth can be reached. People are made and changed by Waybill's own verbs, which write the audit. */
const OPEN = ["POST sign-in/email", "POST sign-out", "POST change-password", "GET get-session"];

const handle = route(async (request, { params }: Params) => {
  const { all } = await params;
  if (!OPEN.includes(`${request.method} ${all.join("/")}`))
    throw new QueueError("not_found", "There is nothing here.");
  const response = await auth().handler(request);
  if (response.status < 500) return response;
  await checkHealth(root().db);
  throw new QueueError("internal", "Signing in does not work just now. An operator finds why in the log.");
});

/** Sign-in and sign-out. */
export { handle as GET, handle as POST };
