import { QueueError } from "../../../../core/errors.ts";
import { route } from "../../../../lib/http.ts";
import { auth } from "../../../_server/auth.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ all: string[] }> };

/** What of better-auth can be reached. People are made and changed by Waybill's own verbs, which write the audit. */
const OPEN = ["POST sign-in/email", "POST sign-out", "POST change-password", "GET get-session"];

const handle = route(async (request, { params }: Params) => {
  const { all } = await params;
  if (!OPEN.includes(`${request.method} ${all.join("/")}`))
    throw new QueueError("not_found", "There is nothing here.");
  return auth().handler(request);
});

/** Sign-in and sign-out. */
export { handle as GET, handle as POST };
