import { CallbackSecretRequest } from "../../../../core/contracts/callback-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readJson } from "../../../../lib/read-request.ts";
import { createCallbackSecret } from "../../../../operations/callback-secret/create.ts";
import { listCallbackSecrets } from "../../../../operations/callback-secret/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Collections with callbacks, and their signing keys without their text. */
export const GET = route(async (request) =>
  Response.json(await listCallbackSecrets(await apiContext(request, "GET api/v1/callback-secrets"))),
);

/** Make a signing key, or one that takes another's place; its text is in this answer only. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/callback-secrets");
  const made = await createCallbackSecret(ctx, await readJson(request, CallbackSecretRequest));
  return Response.json(made, { status: 201 });
});
