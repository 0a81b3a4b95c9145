import { everybody, MailPayload } from "../../core/contracts/mail.ts";
import { WaybillError } from "../../core/errors.ts";
import { type AfterTry, decideAfterTry, type Try } from "../../core/mail/after-try.ts";
import { pauseBeforeTryMs } from "../../core/outbox/pause.ts";
import type { LetterRenderer, Mailer } from "../../core/ports.ts";
import { printable } from "../../core/report/printable.ts";
import { redact } from "../../lib/redact.ts";
import { releaseLease } from "../../prisma/store/lease.ts";
import {
  type Claimed,
  findMail,
  recordFailed,
  recordRetry,
  recordSent,
} from "../../prisma/store/outbox/mail.ts";
import type { Context } from "../context.ts";
import { loadMail } from "./load-mail.ts";

/** The outside world, as delivering a mail needs it. */
export type MailPorts = { readonly mailer: Mailer; readonly renderLetter: LetterRenderer };

/** The outcome. `wait`: it is due again after a pause, by the database's clock. */
export type DeliverOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "wait"; readonly pauseMs: number; readonly why: string };

type Row = NonNullable<Awaited<ReturnType<typeof findMail>>>;

/**
 * Tries once to send a mail from the outbox under the lease with this `fence`; then records the outcome and gives the
 * lease back, in one statement. After a crash between the server's answer and the record it is sent again with the same
 * Message-ID. Source: docs/reference/mail.md, "Sending".
 * @throws WaybillError `lease_lost`; the transport's error when `signal` has ended the try, with nothing recorded
 */
export async function deliverMail(
  ctx: Context,
  { mailer, renderLetter }: MailPorts,
  {
    outboxId,
    fence,
    signal,
  }: { readonly outboxId: string; readonly fence: bigint; readonly signal: AbortSignal },
): Promise<DeliverOutcome> {
  const row = await findMail(ctx.db, outboxId);
  if (row?.status !== "Waiting") {
    await releaseLease(ctx.db, "mail", { id: outboxId, fence, dueInMs: null });
    return { kind: "done" };
  }
  if (row.fence !== fence) throw leaseLost(outboxId);
  const claimed = { id: outboxId, fence };
  const read = MailPayload.safeParse(row.payload);
  if (!read.success) {
    ctx.log.error({ outboxId, err: read.error }, "mail.unreadable");
    return settle(ctx, row, claimed, { kind: "failed", lastError: "The mail in the outbox cannot be read." });
  }
  const loading = { db: ctx.db, env: ctx.env, renderLetter };
  const mail = await loadMail(loading, { id: outboxId, reportId: row.reportId }, read.data);
  if (!mail) {
    const lastError = "The link cannot be decrypted: AUTH_SECRET has changed since it was made.";
    return settle(ctx, row, claimed, { kind: "failed", lastError });
  }
  const tried = await tryOnce(mailer, () => mailer.send(mail, signal), signal);
  const after = decideAfterTry(tried, {
    left: mail.recipients,
    refused: read.data.refused ?? [],
    response: row.response,
    tries: row.attempts + 1,
    mostTries: ctx.env.MAIL_MAX_TRIES,
  });
  return after.kind === "again"
    ? again(ctx, row, claimed, read.data, after)
    : settle(ctx, row, claimed, after);
}

async function tryOnce(
  mailer: Mailer,
  send: () => ReturnType<Mailer["send"]>,
  signal: AbortSignal,
): Promise<Try> {
  try {
    const { response, accepted, refused } = await send();
    const cleaned = refused.map((one) => ({ ...one, reason: oneLine(one.reason) }));
    return { kind: "answered", response: oneLine(response), accepted, refused: cleaned };
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      kind: "failed",
      reason: oneLine(error instanceof Error ? error.message : String(error)),
      permanent: mailer.isPermanent(error),
    };
  }
}

async function again(
  ctx: Context,
  row: Row,
  claimed: Claimed,
  payload: MailPayload,
  after: Extract<AfterTry, { kind: "again" }>,
): Promise<DeliverOutcome> {
  const { left, refused, response, lastError } = after;
  const isEverybody = left.length === everybody(payload).length;
  const pauseMs = pauseBeforeTryMs(row.attempts + 1, ctx.env.MAIL_BACKOFF_MS, Math.random());
  const recorded = await recordRetry(ctx.db, claimed, {
    payload: isEverybody ? payload : { ...payload, left: [...left], refused: [...refused] },
    response,
    lastError,
    pauseMs,
  });
  if (!recorded) throw leaseLost(claimed.id);
  ctx.log.warn({ outboxId: claimed.id, tries: row.attempts + 1, pauseMs, lastError }, "mail.retry");
  ctx.changes.note({ mail: true });
  return { kind: "wait", pauseMs, why: lastError };
}

async function settle(
  ctx: Context,
  row: Row,
  claimed: Claimed,
  after: Exclude<AfterTry, { kind: "again" }>,
): Promise<DeliverOutcome> {
  const recorded =
    after.kind === "sent"
      ? await recordSent(ctx.db, claimed, after)
      : await recordFailed(ctx.db, claimed, after.lastError);
  if (!recorded) throw leaseLost(claimed.id);
  const facts = {
    outboxId: claimed.id,
    batchId: row.batchId,
    tries: row.attempts + 1,
    lastError: after.lastError,
  };
  if (after.kind === "sent") ctx.log.info(facts, "mail.sent");
  else ctx.log.error(facts, "mail.failed");
  ctx.changes.note({ batch: row.batchId ?? undefined, mail: true });
  return { kind: "done" };
}

/** The transport's or server's message on one line, without credentials. */
function oneLine(words: string): string {
  return printable(String(redact(words)), 500);
}

function leaseLost(id: string): WaybillError {
  return new WaybillError("lease_lost", `Another worker has taken over mail ${id}.`);
}
