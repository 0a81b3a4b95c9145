import { ForgottenRequest } from "../../../../core/contracts/account-requests.ts";
import { route } from "../../../../lib/http.ts";
import { peerOf } from "../../../../lib/peer.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { forgetPassword } from "../../../../operations/account/forget-password.ts";
import { accountTries } from "../../../_server/account-tries.ts";
import { openContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Ask for a link to choose a new password. The answer never tells whether there is such an account. */
export const POST = route(async (request) => {
  const { email } = await readJson(request, ForgottenRequest);
  const asked = { email, address: peerOf(request.headers) };
  await forgetPassword(openContext(request), asked, accountTries().forgotten);
  return new Response(null, { status: 204 });
});
