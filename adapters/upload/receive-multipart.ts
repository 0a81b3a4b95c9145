import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { readAlgorithm } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Admit, Announced, Received } from "../../core/ports.ts";
import { MOST_TEXT, tooLong } from "../../core/text-limit.ts";
import { type StoredPayload, storePayload } from "./store-payload.ts";
import type { Upload } from "./upload.ts";
import { watchStream } from "./watch-stream.ts";

const FIELD_BYTES = 16_384;
const MOST_FIELDS = 64;
const HEADER_BYTES = 8192;
/** What a form may have besides its file: every part's head and value, and as much again for what is between them. */
const FORM_BYTES = 2 * (MOST_FIELDS + 2) * (FIELD_BYTES + HEADER_BYTES);
/**
 * What usually follows a form's file: its end, and some fields. Without them a file still counts as at least this long.
 */
const REST_BYTES = 65_536;

/**
 * Receives an upload sent as multipart/form-data with one file part. Fields may come before or after the file; those
 * before it are checked before its first byte is stored, the others as they arrive.
 */
export async function receiveMultipart(upload: Upload, admit: Admit): Promise<Received> {
  if (!upload.body) throw new WaybillError("no_payload", "The form is empty.");
  const form = new Form(upload, admit);
  try {
    const mostBytes = upload.maxBytes + FORM_BYTES;
    await form.read(watchStream(upload.body, { ...upload, mostBytes, signal: form.failed }));
    return await form.result();
  } catch (error) {
    await form.discard(error);
    throw error;
  }
}

class Form {
  readonly #upload: Upload;
  readonly #admit: Admit;
  readonly #fields: Record<string, string> = {};
  readonly #parser: InstanceType<typeof Busboy>;
  #filename: string | undefined;
  #file: Readable | undefined;
  #storing: Promise<StoredPayload> | undefined;
  #payload: StoredPayload | undefined;
  #fault: unknown;
  #bytes = 0;
  readonly #failing = new AbortController();
  #judged: Promise<void> = Promise.resolve();

  constructor(upload: Upload, admit: Admit) {
    this.#upload = upload;
    this.#admit = admit;
    this.#parser = openParser(upload.contentType);
    this.#parser.on("field", (name, value, nameCut, valueCut) =>
      this.#guard(() => this.#takeField(name, value, nameCut || valueCut)),
    );
    this.#parser.on("file", (_name, stream, filename) =>
      this.#guard(() => this.#takeFile(stream, filename), stream),
    );
    this.#parser.on("fieldsLimit", () =>
      this.#fail(new WaybillError("bad_form", `A form has at most ${MOST_FIELDS} fields.`)),
    );
    this.#parser.on("error", (error) => this.#fail(brokenForm(error)));
  }

  /** Aborted with the reason, so that nobody waits for more of the form. */
  get failed(): AbortSignal {
    return this.#failing.signal;
  }

  /** Feeds the parser, waiting whenever the disk is slower than the network. */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const finished = new Promise<void>((resolve) => this.#parser.once("finish", resolve));
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      if (!this.#fault && !this.#parser.write(chunk)) await this.#drained();
      if (this.#fault) throw this.#fault;
    }
    this.#parser.end();
    await Promise.race([finished, this.#failed()]);
    await this.#judged;
    if (this.#fault) throw this.#fault;
    this.#payload = await this.#storing;
  }

  async result(): Promise<Received> {
    if (!this.#payload) {
      await this.#admit(this.#announced());
      throw new WaybillError("no_payload", "The form has no file. Send it as the part `file`.");
    }
    return { ...this.#payload, fields: this.#fields, filename: this.#fields.filename || this.#filename };
  }

  /** Ends the file part too: the parser leaves it open when it is destroyed, and its reader would wait for ever. */
  async discard(error: unknown): Promise<void> {
    this.#parser.destroy();
    this.#file?.destroy(error instanceof Error ? error : undefined);
    const stored = await this.#storing?.catch(() => undefined);
    await stored?.discard();
  }

  #takeField(name: string, value: string, cut: boolean): void {
    if (cut) throw fieldTooLong(name);
    if (Object.hasOwn(this.#fields, name))
      throw new WaybillError("bad_form", `The field ${name} is given twice.`);
    this.#fields[name] = value;
    if (this.#storing) this.#judge();
  }

  /** One after the other, since later parts are checked with what came before. */
  #judge(): void {
    const announced = this.#announced();
    this.#judged = this.#judged
      .then(() => this.#admit(announced))
      .catch((error: unknown) => this.#fail(error));
  }

  #announced(): Announced {
    const { expectedBytes } = this.#upload;
    // once the file has arrived its size is counted, not estimated
    const leastBytes =
      expectedBytes === undefined || this.#storing
        ? 0
        : Math.max(0, expectedBytes - this.#bytes - REST_BYTES);
    return { fields: { ...this.#fields }, leastBytes, isExact: false };
  }

  #takeFile(stream: Readable, filename: string): void {
    if (this.#storing)
      throw new WaybillError(
        "bad_form",
        "A deposit has one file. Send several as deposits of their own, or list them in a manifest.",
      );
    const announced = this.#announced();
    this.#filename = filename;
    this.#file = stream;
    // for a part that breaks off the parser only emits an error; without destroy its reader would wait for ever
    stream.on("error", (error) => stream.destroy(error));
    this.#storing = this.#store(stream, announced);
    this.#storing.catch((error: unknown) => this.#fail(error === stream.errored ? brokenForm(error) : error));
  }

  async #store(stream: Readable, announced: Announced): Promise<StoredPayload> {
    await this.#admit(announced);
    const onHead = (bytes: Uint8Array) => {
      const now = this.#announced();
      return this.#admit({ ...now, head: { bytes, filename: now.fields.filename || this.#filename } });
    };
    return storePayload(
      stream,
      { ...this.#upload, onHead },
      readAlgorithm(announced.fields.digestType ?? ""),
    );
  }

  #guard(act: () => void, stream?: Readable): void {
    try {
      act();
    } catch (error) {
      stream?.resume();
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#fault ??= error;
    this.#failing.abort(this.#fault);
    this.#parser.emit("drain");
    this.#onFail?.();
  }

  #onFail: (() => void) | undefined;

  #failed(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFail = resolve;
      if (this.#fault) resolve();
    });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => this.#parser.once("drain", resolve));
  }
}

/** A value cut at this many bytes has more characters than any field may have. */
function fieldTooLong(name: string): WaybillError {
  const { code, message } = tooLong(name, MOST_TEXT);
  return new WaybillError("bad_form", message, { problems: [{ line: 0, code, message }] });
}

function brokenForm(cause: unknown): WaybillError {
  return new WaybillError("bad_form", "The form is broken and cannot be read. Send it again.", { cause });
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fieldSize: FIELD_BYTES, fields: MOST_FIELDS, files: 2, headerSize: HEADER_BYTES },
    });
  } catch (error) {
    throw new WaybillError("bad_form", "The form's Content-Type has no boundary, so it cannot be read.", {
      cause: error,
    });
  }
}
