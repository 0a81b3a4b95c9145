import type { AttachAs } from "./facts.ts";

/** Most bytes of attachments in one mail, before base64 makes them a third larger. Many servers take 20 MB. */
const MOST_ATTACHED_BYTES = 10_000_000;

/**
 * How a mail carries attachments of these sizes (bytes): as they are, gzip-compressed when they are too large together,
 * as links only when even that is too large. Source: docs/reference/mail.md, "Attachments".
 */
export function attachAs(files: readonly { readonly size: number; readonly gzipSize: number }[]): AttachAs {
  const total = (of: "size" | "gzipSize") => files.reduce((sum, file) => sum + file[of], 0);
  if (total("size") <= MOST_ATTACHED_BYTES) return "plain";
  return total("gzipSize") <= MOST_ATTACHED_BYTES ? "gzip" : "link";
}
