import type { CallbackSigningView } from "../../core/contracts/callback-views.ts";
import { listSigning } from "../../prisma/store/callback-secret.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { signingView } from "./view.ts";

/**
 * The collections that have a callback address or a signing key, by name, at most 1,000.
 * @throws WaybillError `not_allowed`
 */
export async function listCallbackSecrets({ db, actor }: Context): Promise<readonly CallbackSigningView[]> {
  allow(actor, "manage-callback-secrets");
  return (await listSigning(db)).map(signingView);
}
