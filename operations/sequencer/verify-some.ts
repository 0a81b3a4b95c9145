import type { ChainVerification } from "../../core/contracts/sequencer-views.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { verifyChain } from "./verify-chain.ts";

/** How long a request verifies. */
const FOR_MS = 2_000;

/**
 * Verifies the chain from behind an epoch, for two seconds; the answer says how far it got.
 * @throws WaybillError `not_allowed`
 */
export async function verifySome(ctx: Context, after: number): Promise<ChainVerification> {
  allow(ctx.actor, "steer-sequencer");
  return verifyChain(ctx, { after, forMs: FOR_MS });
}
