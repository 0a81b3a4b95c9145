import { constants, gunzipSync } from "node:zlib";
import { noTarInside, unsupportedFormat } from "../../core/container/fault.ts";
import { FORMAT_BYTES, findFormat, isTar, isUnpacked } from "../../core/container/format.ts";
import type { DepositFields } from "../../core/contracts/deposit.ts";
import type { Digest } from "../../core/digest/algorithms.ts";
import { WaybillError } from "../../core/errors.ts";
import { detectKind } from "../../core/manifest/detect.ts";
import { isManifestKind, type PayloadKind, TYPE_FIELD } from "../../core/manifest/kinds.ts";
import { judgeName } from "../../core/manifest/names.ts";
import type { Received } from "../../core/ports.ts";
import type { Context } from "../context.ts";

/** A payload that may become a batch. */
export type CheckedPayload = { readonly kind: PayloadKind; readonly filename: string };

/**
 * Judges a received payload: size and digest against what was declared, its name, its kind, and, up to
 * MANIFEST_CHECK_MAX_BYTES, every line of a manifest.
 * @throws WaybillError `empty_payload`, `payload_size_mismatch`, `payload_digest_mismatch`, `bad_form`,
 *   `container_unsupported`, `name_refused`, `manifest_invalid` with every problem
 */
export async function checkPayload(
  ctx: Context,
  received: Received,
  fields: DepositFields,
  declared: Digest | undefined,
): Promise<CheckedPayload> {
  if (received.sizeBytes === 0)
    throw new WaybillError("empty_payload", "The file is empty. There is nothing to deposit.");
  checkSize(received.sizeBytes, fields.size);
  await checkDigest(received, declared);
  const filename = checkFilename(fields.filename ?? received.filename);
  const kind = kindOf(fields, filename, received.head);
  if (kind === "Container") checkFormat(received.head);
  if (isManifestKind(kind) && received.sizeBytes <= ctx.env.MANIFEST_CHECK_MAX_BYTES) {
    const verdict = await ctx.checkManifest(kind, received.chunks(), {
      fileUrls: ctx.env.SOURCE_FILE_ROOTS.length > 0,
    });
    if (verdict.summary.problems > 0) throw manifestFault(verdict.summary.problems, verdict.problems);
  }
  return { kind, filename };
}

/** The error for a manifest that cannot be used, with the first problem as its sentence and all of them as facts. */
export function manifestFault(count: number, problems: WaybillError["problems"]): WaybillError {
  const [first] = problems;
  const where = first && first.line > 0 ? `Line ${first.line}: ` : "";
  const rest =
    count > 1 ? ` There ${count === 2 ? "is 1 more problem" : `are ${count - 1} more problems`}.` : "";
  return new WaybillError(
    "manifest_invalid",
    `The manifest cannot be used. ${where}${first?.message ?? ""}${rest}`,
    { problems },
  );
}

/**
 * Judges a file's size against the field `size`, if that was given.
 * @throws WaybillError `payload_size_mismatch`
 */
export function checkSize(sizeBytes: number, declared: string | undefined): void {
  if (declared !== undefined && Number(declared) !== sizeBytes) {
    throw new WaybillError(
      "payload_size_mismatch",
      `The file has ${sizeBytes} bytes, but size says ${declared}. Send it again, or correct size.`,
    );
  }
}

/** The most bytes to unpack from a gzip file's first bytes, to see the first block inside. */
const MOST_LOOKED_AT = 16_777_216;

/**
 * Judges a container by its first bytes, and a gzip file also by the first bytes inside it.
 * @throws WaybillError `container_unsupported`
 */
export function checkFormat(head: Uint8Array): void {
  const format = findFormat(head);
  if (!isUnpacked(format)) throw unsupportedFormat(format);
  if (format !== "gzip") return;
  const packed = firstPacked(head);
  if (packed !== undefined && packed.length >= FORMAT_BYTES && !isTar(packed.subarray(0, FORMAT_BYTES)))
    throw noTarInside();
}

/** Undefined if the bytes do not unpack: damage is reported, with its position, when the whole file is read. */
function firstPacked(head: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_LOOKED_AT });
  } catch {
    return undefined;
  }
}

async function checkDigest(received: Received, declared: Digest | undefined): Promise<void> {
  if (!declared) return;
  const actual =
    declared.algorithm === "sha-256" ? received.sha256 : await received.digest(declared.algorithm);
  if (actual !== declared.value) {
    throw new WaybillError(
      "payload_digest_mismatch",
      `The file's ${declared.algorithm} is ${actual}, but digestValue says ${declared.value}. The file was damaged on its way or is not the one you meant.`,
    );
  }
}

function checkFilename(name: string | undefined): string {
  if (!name) throw new WaybillError("bad_form", "The file has no name. Give one in the field filename.");
  const { problems } = judgeName(name);
  const [first] = problems;
  if (first) throw new WaybillError("name_refused", first.message, { problems });
  return name;
}

function kindOf(fields: DepositFields, filename: string, head: Uint8Array): PayloadKind {
  if (fields.type) return TYPE_FIELD[fields.type];
  const kind = detectKind(filename, head);
  if (kind) return kind;
  throw new WaybillError(
    "bad_form",
    "This looks like a manifest, but its #%profile line does not say which kind. Give the field type.",
  );
}
