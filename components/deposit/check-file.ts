import { unsupportedFormat } from "../../core/container/fault.ts";
import { findFormat, isUnpacked } from "../../core/container/format.ts";
import type { Problem } from "../../core/errors.ts";
import { checkManifest } from "../../core/manifest/check-manifest.ts";
import { DETECT_BYTES, detectKind } from "../../core/manifest/detect.ts";
import { isManifestKind, type PayloadKind, TYPE_FIELD, type TypeField } from "../../core/manifest/kinds.ts";
import { judgeName } from "../../core/manifest/names.ts";
import { fileChunks } from "./file-chunks.ts";

/** What can be said about a file before it is uploaded. `kind` null: a manifest that does not say which. */
export type FileCheck = {
  readonly kind: PayloadKind | null;
  /** Objects it makes, and files they have as far as the file itself tells. */
  readonly objects: number;
  readonly files: number | null;
  /** Bytes as far as they are known: the file's own, or those a manifest declares. */
  readonly sizeBytes: number;
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly warnings: readonly Problem[];
  readonly warningCount: number;
};

type Checkable = Blob & { readonly name: string };

const UNDECIDED: Problem = {
  line: 0,
  code: "type_needed",
  message: "This looks like a manifest, but its #%profile line does not say which kind. Choose its type.",
};
const EMPTY: Problem = {
  line: 0,
  code: "empty_payload",
  message: "The file is empty. There is nothing to deposit.",
};

function refused(kind: PayloadKind | null, sizeBytes: number, problems: readonly Problem[]): FileCheck {
  return {
    kind,
    objects: 0,
    files: null,
    sizeBytes,
    problems,
    problemCount: problems.length,
    warnings: [],
    warningCount: 0,
  };
}

/**
 * Looks through a file with the rules the server has. Addresses with `file:` are left for the server to judge, since
 * only it knows which folders are allowed.
 */
export async function checkFile(
  file: Checkable,
  type: TypeField | undefined,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void = () => undefined,
): Promise<FileCheck> {
  if (file.size === 0) return refused(null, 0, [EMPTY]);
  const name = judgeName(file.name);
  if (name.problems.length > 0) return refused(null, file.size, name.problems);
  const head = new Uint8Array(await file.slice(0, DETECT_BYTES).arrayBuffer());
  const kind = type ? TYPE_FIELD[type] : detectKind(file.name, head);
  if (kind === undefined) return refused(null, file.size, [UNDECIDED]);
  const format = findFormat(head);
  if (kind === "Container" && !isUnpacked(format)) {
    const { code, message } = unsupportedFormat(format);
    return refused(kind, file.size, [{ line: 0, code, message }]);
  }
  if (!isManifestKind(kind)) {
    return {
      ...refused(kind, file.size, []),
      objects: 1,
      files: kind === "Container" ? null : 1,
      warnings: name.warnings,
      warningCount: name.warnings.length,
    };
  }
  const verdict = await checkManifest(kind, fileChunks(file, signal, onProgress), { fileUrls: true });
  const { rows, problems, warnings } = verdict.summary;
  return {
    kind,
    objects: kind === "ObjectManifest" ? 1 : rows,
    files: isOpaque(kind) ? null : rows,
    sizeBytes: kind === "ManifestOfManifests" ? 0 : verdict.declaredBytes,
    problems: verdict.problems,
    problemCount: problems,
    warnings: verdict.warnings,
    warningCount: warnings,
  };
}

/** Rows that stand for manifests or containers do not tell how many files these have. */
function isOpaque(kind: PayloadKind): boolean {
  return kind === "ManifestOfManifests" || kind === "ManifestOfContainers";
}
