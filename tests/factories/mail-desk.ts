import { afterAll, afterEach, beforeAll } from "vitest";
import { renderLetter } from "../../adapters/mail/render-letter.tsx";
import { smtpMailer } from "../../adapters/mail/smtp.ts";
import type { MailPayload } from "../../core/contracts/mail.ts";
import type { Mailer } from "../../core/ports.ts";
import type { Context } from "../../operations/context.ts";
import { deliverMail } from "../../operations/outbox/deliver-mail.ts";
import { startSmtp, type TestSmtp } from "../servers/smtp.ts";
import { mailScene } from "./mail-scene.ts";
import { reportContext } from "./report-scene.ts";

export const [ann, bob, ops] = ["ann@example.org", "bob@example.org", "ops@example.org"];
export const BACKOFF_MS = 30_000;
const never = new AbortController().signal;

/**
 * Mails of an outbox and servers to deliver them to, for the tests of a file: the database is made before them and removed
 * after them, servers are closed after each. Three tries.
 */
export function mailDesk() {
  let made: { readonly ctx: Context; readonly end: () => Promise<void> } | undefined;
  const open: (() => unknown)[] = [];
  beforeAll(async () => {
    made = await reportContext({ MAIL_BACKOFF_MS: BACKOFF_MS, MAIL_MAX_TRIES: 3 });
  });
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  afterAll(() => made?.end());
  const context = (): Context => {
    if (!made) throw new Error("The desk is there in tests only.");
    return made.ctx;
  };
  return {
    context,
    async serverOf(port?: number): Promise<TestSmtp> {
      const server = await startSmtp(port === undefined ? {} : { port });
      open.push(server.close);
      return server;
    },
    mailerTo(url: string, silence = 5_000): Mailer {
      const mailer = smtpMailer(url, { connect: 2_000, greeting: 2_000, silence });
      open.push(mailer.close);
      return mailer;
    },
    /** A mail to ann and bob, with a blind copy to ops. */
    scene: (files?: Readonly<Record<string, string>>, attachAs?: MailPayload["attachAs"]) =>
      mailScene(context().db, {
        to: [ann, bob],
        bcc: [ops],
        ...(files && { files }),
        ...(attachAs && { attachAs }),
      }),
    deliver: (mailer: Mailer, outboxId: string, fence = 1n, signal = never) =>
      deliverMail(context(), { mailer, renderLetter }, { outboxId, fence, signal }),
    row: (id: string) => context().db.outbox.findUniqueOrThrow({ where: { id } }),
  };
}

/** The Message-IDs of the mails a server has seen. */
export function idsOf(server: TestSmtp) {
  return server.mails.map((mail) => mail.header("Message-ID"));
}
