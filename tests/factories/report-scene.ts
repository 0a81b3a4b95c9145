import { hasEnded, type JobState } from "../../core/job/states.ts";
import type { Env } from "../../lib/env.ts";
import type { Context } from "../../operations/context.ts";
import type { Db } from "../../prisma/client.ts";
import { makeBatch } from "./make-batch.ts";
import { makeCollection } from "./make-collection.ts";
import { makeJob } from "./make-job.ts";
import { testContext } from "./test-context.ts";

/** A context on a database of its own whose mails come from waybill@example.org. `env` on top of the defaults. */
export async function reportContext(
  env: Partial<Env> = {},
): Promise<{ readonly ctx: Context; end(): Promise<void> }> {
  const { ctx, end } = await testContext();
  return { ctx: { ...ctx, env: { ...ctx.env, MAIL_FROM: "waybill@example.org", ...env } }, end };
}

/** One job of a batch; ordinals are their places, from 1. */
export type JobScene = {
  readonly state: JobState;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly filename?: string;
  readonly title?: string;
  readonly localIds?: readonly string[];
  readonly ark?: string;
};

export type BatchScene = {
  readonly jobs: readonly JobScene[];
  /** The profile suppresses all mails. */
  readonly suppressed?: boolean;
  readonly deposit?: Readonly<Record<string, string>>;
  readonly filename?: string;
  readonly submitterId?: string;
  readonly kind?: "LedgerBatch";
  readonly responseForm?: "xml";
  readonly fault?: { readonly code: string; readonly message: string };
};

/**
 * A batch in Reporting, told to team@example.org, that came at 2026-11-28 01:00 UTC and whose jobs ended a minute later;
 * with its ids.
 */
export async function batchScene(db: Db, scene: BatchScene): Promise<{ batchId: string; jobIds: string[] }> {
  const collection = await makeCollection(db, {
    name: "Maps",
    settings: { notify: ["team@example.org"], notifySuppression: scene.suppressed ? "all" : "none" },
  });
  const batchId = await makeBatch(db, collection, "Reporting", {
    userAgent: "curl/8.5.0",
    deposit: { ...scene.deposit },
    ...(scene.responseForm && { responseForm: scene.responseForm }),
    payloadFilename: scene.filename ?? "maps.checkm",
    submitterId: scene.submitterId ?? null,
    ...(scene.kind && { kind: scene.kind }),
    errorCode: scene.fault?.code ?? null,
    errorMessage: scene.fault?.message ?? null,
    createdAt: new Date(Date.UTC(2026, 10, 28, 1, 0, 0)),
  });
  const jobIds: string[] = [];
  for (const { state, localIds = [], errorCode = null, errorMessage = null, ...rest } of scene.jobs) {
    const endedAt = hasEnded(state) ? new Date(Date.UTC(2026, 10, 28, 1, 1, 0)) : null;
    const job = { ...rest, localIds: [...localIds], errorCode, errorMessage, endedAt };
    jobIds.push(await makeJob(db, batchId, state, job));
  }
  return { batchId, jobIds };
}
