import type { Receive } from "../../core/ports.ts";
import { receiveMultipart } from "./receive-multipart.ts";
import { receiveRaw } from "./receive-raw.ts";
import type { Upload } from "./upload.ts";

/** The port `Receive` for one request: a form, or the file itself as the body. Memory stays flat for any size. */
export function receiveUpload(upload: Upload): Receive {
  const isForm = upload.contentType.toLowerCase().startsWith("multipart/form-data");
  return (check) => (isForm ? receiveMultipart(upload, check) : receiveRaw(upload, check));
}
