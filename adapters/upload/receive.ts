import type { Receive } from "../../core/ports.ts";
import { tooLarge } from "../../core/space/too-large.ts";
import { receiveMultipart } from "./receive-multipart.ts";
import { receiveRaw } from "./receive-raw.ts";
import type { Upload } from "./upload.ts";

/** What a form may have besides its file: fields and headers. */
const FORM_BYTES = 2_000_000;

/**
 * The port `Receive` for one request: a form, or the file itself as the body. Memory stays constant for any size. An
 * upload that announces a size that is too large is refused before its first byte, otherwise as soon as it is too
 * large.
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
