import type { Receive } from "../../core/ports.ts";
import { tooLarge } from "../../core/space/too-large.ts";
import { receiveMultipart } from "./receive-multipart.ts";
import { receiveRaw } from "./receive-raw.ts";
import type { Upload } from "./upload.ts";

/** What a form may have beside its file: fields and headers. */
const FORM_BYTES = 2_000_000;

/**
 * The port `Receive` for one request: a form, or the file itself as the body. Memory stays flat for any size. One that
 * says itself that it is too large is refused before its first byte, one that does not say as soon as it is.
 */
export function receiveUpload(upload: Upload): Receive {
  const isForm = upload.contentType.toLowerCase().startsWith("multipart/form-data");
  const { expectedBytes = 0, maxBytes } = upload;
  const isTooLarge = expectedBytes > maxBytes + (isForm ? FORM_BYTES : 0);
  return async (admit) => {
    if (isTooLarge) throw tooLarge(maxBytes);
    return isForm ? receiveMultipart(upload, admit) : receiveRaw(upload, admit);
  };
}
