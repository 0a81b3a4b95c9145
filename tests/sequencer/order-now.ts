import { randomUUID } from "node:crypto";
import { TIMING } from "../../core/sequencer/timing.ts";
import type { Context } from "../../operations/context.ts";
import { takeIdentity } from "../../operations/sequencer/identity.ts";
import { signNew } from "../../operations/sequencer/sign.ts";
import { postgresStore } from "../../operations/sequencer/store.ts";

/** Does what a node does in its turn, once: positions for all that waits, and signatures. */
export async function orderNow(ctx: Pick<Context, "db" | "env">): Promise<void> {
  const store = postgresStore(ctx.db, TIMING);
  const identity = await takeIdentity(ctx, randomUUID());
  const { key: writer, incarnation } = identity;
  const after = (await store.latest())?.beat.seq ?? 0;
  await store.publish({ after, writer, incarnation, handsOver: true });
  await signNew(ctx.db, identity);
  await store.leave(identity);
}
