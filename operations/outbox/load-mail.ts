import { gunzipSync } from "node:zlib";
import { everybody, type MailPayload } from "../../core/contracts/mail.ts";
import type { Letter } from "../../core/mail/letter.ts";
import type { Attachment, LetterRenderer, Mail } from "../../core/ports.ts";
import type { Env } from "../../lib/env.ts";
import { unseal } from "../../lib/seal.ts";
import type { Db } from "../../prisma/client.ts";
import { listMailFiles } from "../../prisma/store/outbox/mail.ts";
import { linkAddress } from "../link/address.ts";

/** What loading a mail needs: the renderer of letters, and the settings for links. */
type Loading = { readonly db: Db; readonly env: Env; readonly renderLetter: LetterRenderer };

/**
 * The mail of an outbox row for its next try, with the report's files its payload names, or a letter with its link.
 * Undefined: the link's secret cannot be decrypted, so there is nothing to send.
 */
export async function loadMail(
  { db, env, renderLetter }: Loading,
  row: { readonly id: string; readonly reportId: string | null },
  payload: MailPayload,
): Promise<Mail | undefined> {
  const { from, to, replyTo, messageId, subject, letter } = payload;
  const { reportId } = row;
  const written = letter ? await writeLetter(letter) : payload;
  if (!written) return undefined;
  const { text, html } = written;
  return {
    from,
    to,
    ...(replyTo === undefined ? {} : { replyTo }),
    messageId,
    subject,
    text,
    html,
    recipients: payload.left ?? everybody(payload),
    attachments:
      reportId === null || payload.attachAs === "link" ? [] : await loadFiles(db, payload.attachAs, reportId),
  };

  async function writeLetter({ sealedSecret = "", ...known }: Letter) {
    const key = { secret: env.AUTH_SECRET, purpose: "account-link", owner: row.id } as const;
    const secret = unseal(sealedSecret, key);
    return secret === undefined ? undefined : renderLetter(known, linkAddress(env, secret));
  }
}

async function loadFiles(db: Db, attachAs: "plain" | "gzip", reportId: string): Promise<Attachment[]> {
  const files = await listMailFiles(db, reportId);
  return files.map(({ filename, mediaType, gzip }) =>
    attachAs === "plain"
      ? { filename, mediaType, content: gunzipSync(gzip) }
      : { filename: `${filename}.gz`, mediaType: "application/gzip", content: gzip },
  );
}
