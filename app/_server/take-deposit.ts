import "server-only";
import { WaybillError } from "../../core/errors.ts";
import type { FormAddress } from "../../core/merritt/read-form.ts";
import { chooseForm } from "../../core/merritt/response-form.ts";
import { publicUrl } from "../../lib/env.ts";
import type { MerrittAnswer, MerrittReply } from "../../lib/merritt-http.ts";
import type { Context } from "../../operations/context.ts";
import { depositAsMerritt } from "../../operations/merritt/deposit.ts";
import { receiving } from "./receive.ts";

/**
 * Whether a word of Merritt's addresses asks for a new version.
 * @throws WaybillError `not_found`
 */
export function readVerb(verb: string): Pick<FormAddress, "update"> {
  if (verb === "submit" || verb === "add" || verb === "update") return { update: verb === "update" };
  throw new WaybillError("not_found", "There is nothing here. GET /poster/help lists what there is.");
}

/**
 * Takes the deposit of a Merritt client, with the headers BID and hostname.
 * @throws WaybillError `unsupported_type` (not a form), and as `depositAsMerritt`
 */
export async function takeDeposit(
  ctx: Context,
  request: Request,
  reply: MerrittReply,
  address: FormAddress,
): Promise<MerrittAnswer> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new WaybillError(
      "unsupported_type",
      "Send a deposit as a form: multipart/form-data; with curl, use -F.",
    );
  const { batchId, state } = await receiving(request, ctx, (receive) =>
    depositAsMerritt(ctx, {
      receive,
      address,
      idempotencyKey: request.headers.get("idempotency-key"),
      userAgent: request.headers.get("user-agent"),
      onResponseForm: (name) => {
        if (name?.trim()) reply.form = chooseForm(name, null);
      },
    }),
  );
  return { state, headers: { BID: batchId, hostname: new URL(publicUrl(ctx.env)).hostname } };
}
