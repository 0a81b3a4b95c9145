import { PasswordRequest } from "../../../../../core/contracts/account-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { changePassword } from "../../../../../operations/account/change-password.ts";
import { accountTries } from "../../../../_server/account-tries.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Change the own password, which ends all other sessions. */
export const PUT = route(async (request) => {
  const ctx = await apiContext(request, "PUT api/v1/account/password");
  const body = await readJson(request, PasswordRequest);
  return Response.json(await changePassword(ctx, body, accountTries().ofPassword));
});
