import { callbackAddress, secretsOf, withoutSecrets } from "../../core/callback/address.ts";
import { type AfterCallbackTry, decideAfterCallbackTry } from "../../core/callback/after-try.ts";
import { callbackBody } from "../../core/callback/body.ts";
import type { CallbackAnswer, CallbackSender, ReceiverSlots } from "../../core/callback/ports.ts";
import { targetOf } from "../../core/callback/target.ts";
import { CallbackPayload } from "../../core/contracts/callback.ts";
import { WaybillError } from "../../core/errors.ts";
import { printable } from "../../core/report/printable.ts";
import { redact } from "../../lib/redact.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import { type CallbackRow, findCallback, recordCallbackTry } from "../../prisma/store/outbox/callback.ts";
import { openSecrets } from "../callback/open-secrets.ts";
import type { Context } from "../context.ts";
import { openCallback } from "../profile/sealed-callback.ts";

/** The outside world, as delivering a callback needs it. */
export type CallbackPorts = {
  readonly callbacks: CallbackSender;
  readonly receivers: ReceiverSlots;
  readonly faultPoint: (name: string) => Promise<void>;
};

export type CallbackWork = {
  readonly outboxId: string;
  readonly fence: bigint;
  readonly signal: AbortSignal;
};

/** How long a callback waits when its receiver is at its limit of callbacks at a time. */
const BUSY_MS = 500;
const MOST_WORDS = 500;

/**
 * Tries once to deliver a callback from the outbox under the lease with this fence, records the outcome, and gives the
 * lease back. After a crash between the answer and the record it is sent again with the same `webhook-id`. Source:
 * docs/reference/callbacks.md, "Tries".
 * @throws WaybillError `lease_lost`; the signal's reason, with nothing recorded
 */
export async function deliverCallback(ctx: Context, ports: CallbackPorts, work: CallbackWork): Promise<void> {
  const { outboxId: id, fence } = work;
  const row = await findCallback(ctx.db, id);
  if (row?.status !== "Waiting") return releaseLease(ctx.db, "callback", { id, fence, dueInMs: null });
  if (row.fence !== fence) throw leaseLost(id);
  const read = CallbackPayload.safeParse(row.payload);
  if (!read.success) return giveUpUnread(ctx, work, read.error);
  const payload = read.data;
  const leave = ports.receivers.enter(payload.receiver);
  if (!leave) return releaseLease(ctx.db, "callback", { id, fence, dueInMs: BUSY_MS });
  try {
    const began = performance.now();
    const { answer, words } = await tryOnce(ctx, ports, work, { row, payload });
    const tookMs = performance.now() - began;
    await ports.faultPoint("Callback:effect");
    const after = decideAfterCallbackTry(answer, {
      tries: payload.tries + 1,
      elapsedMs: payload.firstTryAt === null ? tookMs : row.elapsedMs + tookMs,
      backoffMs: ctx.env.CALLBACK_BACKOFF_MS,
      giveUpMs: ctx.env.CALLBACK_GIVE_UP_MS,
      chance: Math.random(),
    });
    await record(ctx, work, { payload, answer, words, tookMs, after });
  } finally {
    leave();
  }
}

type Found = { readonly row: CallbackRow; readonly payload: CallbackPayload };

/** The answer, and the text to keep of it: on one line, without secrets. */
async function tryOnce(
  ctx: Context,
  { callbacks }: CallbackPorts,
  { outboxId, signal }: CallbackWork,
  { row, payload }: Found,
): Promise<{ readonly answer: CallbackAnswer; readonly words: string }> {
  const { settings, isOpen } = openCallback(ctx.env, row.collectionId, targetOf(payload.address, row));
  const { callbackUrl, privateSources } = settings;
  const url = callbackUrl === null ? undefined : callbackAddress(callbackUrl, payload.jobId);
  if (callbackUrl === null || url === undefined)
    return unasked("the collection's profile has no callback address", true);
  if (!isOpen)
    return unasked("its address cannot be decrypted: AUTH_SECRET has changed since it was set", false);
  const secrets = openSecrets(ctx.env, row.collectionId, row.sealed);
  if (secrets === "sealed")
    return unasked(
      "its signing keys cannot be decrypted: AUTH_SECRET has changed since they were made",
      false,
    );
  const answer = await callbacks.post({
    url,
    privateSources,
    id: outboxId,
    at: ctx.now(),
    body: callbackBody({ ...payload, position: row.position?.toString() ?? null }),
    secrets,
    signal,
  });
  const words = answer.kind === "answered" ? `${answer.status} ${answer.words}` : answer.why;
  const hidden = [...secrets, ...secretsOf(callbackUrl, base64)];
  return { answer, words: printable(String(redact(withoutSecrets(words, hidden))), MOST_WORDS) };
}

async function giveUpUnread(ctx: Context, { outboxId, fence }: CallbackWork, error: Error): Promise<void> {
  ctx.log.error({ outboxId, err: error }, "callback.unreadable");
  const message = "The callback in the outbox cannot be read.";
  const tried = { status: "Failed", httpStatus: null, tookMs: 0, message, pauseMs: 0 } as const;
  if (!(await recordCallbackTry(ctx.db, { id: outboxId, fence }, tried))) throw leaseLost(outboxId);
}

function unasked(why: string, isRefused: boolean) {
  return { answer: { kind: "unanswered", why, isRefused } as const, words: why };
}

type Tried = {
  readonly payload: CallbackPayload;
  readonly answer: CallbackAnswer;
  readonly words: string;
  readonly tookMs: number;
  readonly after: AfterCallbackTry;
};

const STATUS = { sent: "Sent", again: "Waiting", failed: "Failed" } as const satisfies Record<
  AfterCallbackTry["kind"],
  string
>;

async function record(ctx: Context, { outboxId, fence }: CallbackWork, tried: Tried): Promise<void> {
  const { payload, answer, words, tookMs, after } = tried;
  const recorded = await recordCallbackTry(
    ctx.db,
    { id: outboxId, fence },
    {
      status: STATUS[after.kind],
      httpStatus: answer.kind === "answered" ? answer.status : null,
      tookMs,
      message: words,
      pauseMs: after.kind === "again" ? after.pauseMs : 0,
    },
  );
  if (!recorded) throw leaseLost(outboxId);
  const { jobId, tries, receiver } = payload;
  const facts = { outboxId, jobId, receiver, tries: tries + 1, words };
  if (after.kind === "sent") ctx.log.info(facts, "callback.sent");
  else if (after.kind === "again") ctx.log.warn({ ...facts, pauseMs: after.pauseMs }, "callback.retry");
  else ctx.log.error(facts, "callback.failed");
  ctx.changes.note({ job: jobId });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function leaseLost(id: string): WaybillError {
  return new WaybillError("lease_lost", `Another worker has taken over callback ${id}.`);
}
