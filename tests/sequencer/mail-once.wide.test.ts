import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { stepDown } from "../../operations/sequencer/step-down.ts";
import { openDice } from "../chaos/dice.ts";
import { until } from "../pipeline/until.ts";
import { startSmtp, type TestSmtp } from "../servers/smtp.ts";
import { type BeatSite, openBeatSite } from "./beat-site.ts";

const WORKERS = 3;
const TAKEOVERS = 10;
const SEED = Number(process.env.SEQUENCER_SEED ?? Date.now() % 1_000_000);

let site: BeatSite;
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
  // no lease ends while a worker is stopped for a moment, or gets no processor
  site = await openBeatSite({ env: { SMTP_URL: smtp.url, LEASE_MS: "60000" } });
  await Promise.all(Array.from({ length: WORKERS }, () => site.start()));
});
afterAll(async () => {
  await site?.close();
  await smtp?.close();
});

/**
 * By a stop that is shorter than a lease, or by stepping down. Not by a kill: a worker that dies between the mail server's yes
 * and its record sends again, under the same Message-ID (docs/reference/mail.md).
 */
async function takeOver(how: "stop" | "step down"): Promise<void> {
  await site.ring(WORKERS);
  const { worker, key, term } = await site.writer();
  if (how === "stop") worker.kill("SIGSTOP");
  else
    await stepDown(site.installation.ctx, { term, reason: "its disk is replaced" }).catch(
      (error: unknown) => {
        // another one has taken over by itself, as on a busy machine: that is a takeover too
        if (!(error instanceof WaybillError && error.code === "stale_state")) throw error;
      },
    );
  await site.succession([key], term - 1);
  worker.kill("SIGCONT");
}

it("B9: the mail of each report is sent once across ten takeovers", async () => {
  console.log(`SEQUENCER_SEED=${SEED}`);
  const dice = openDice(SEED);
  const { db } = site.installation.ctx;
  const batches: string[] = [];
  for (let round = 0; round < TAKEOVERS; round += 1) {
    const fields = { type: "file", filename: `${round}.txt`, title: `round ${round}` };
    batches.push(await site.installation.deposit(`round ${round}`, fields));
    // before, while and after its report is written and mailed
    await sleep(dice.between(0, 400));
    await takeOver(dice.pick(["stop", "step down"]));
  }
  for (const batchId of batches) await site.installation.batchReaches(batchId, "Completed", 60_000);
  await until(async () => {
    const open = await db.outbox.count({ where: { kind: "mail", status: "Waiting" } });
    return open === 0 || `${open} mails are not sent`;
  }, 60_000);
  // what a second sender would still send
  await sleep(1_000);
  const ids = smtp.mails.map(({ header }) => header("Message-ID"));
  const takeovers = await db.sequencerTakeover.count({ where: { from: { not: null } } });
  console.log(`B9: ${batches.length} reports, ${ids.length} mails, ${takeovers} takeovers`);
  expect(new Set(ids).size).toBe(TAKEOVERS);
  expect(ids).toHaveLength(TAKEOVERS);
  expect(takeovers).toBeGreaterThanOrEqual(TAKEOVERS);
});
