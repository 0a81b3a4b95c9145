import { readHeaderLine } from "./header-line.ts";
import type { PayloadKind } from "./kinds.ts";
import { profileOf } from "./profile-of.ts";
import { isContainerName, isManifestName } from "./warn-of-ending.ts";

/** A declaration of another format than Checkm, such as `#%dataonem_0.1`. */
const OTHER_FORMAT = /^#%\s*(?!checkm)[a-z]+_\d+(?:\.\d+)*\s*$/i;

/** How many of a payload's first bytes `detectKind` needs to find a manifest's profile. */
export const DETECT_BYTES = 8192;

/**
 * The kind of a payload when the deposit does not say: a container by its file extension, a manifest by its profile
 * line, anything else a single file, even if it declares another format of manifest. Undefined: it is a manifest whose
 * profile does not tell its kind, so the depositor must give the type. `head`: the first `DETECT_BYTES`, or all of a
 * shorter payload. Source: docs/reference/manifest.md, "Kinds".
 */
export function detectKind(fileName: string | undefined, head: Uint8Array): PayloadKind | undefined {
  if (fileName !== undefined && isContainerName(fileName)) return "Container";
  let isManifest = fileName !== undefined && isManifestName(fileName);
  for (const line of headLines(head)) {
    if (line !== "" && !line.startsWith("#")) break;
    if (OTHER_FORMAT.test(line)) return "SingleFile";
    const header = readHeaderLine(line);
    if (header.word === "profile") return profileOf(header.address);
    if (header.word === "declaration" || header.word === "columns") isManifest = true;
  }
  return isManifest ? undefined : "SingleFile";
}

function headLines(head: Uint8Array): string[] {
  const lines = new TextDecoder().decode(head.subarray(0, DETECT_BYTES)).split(/\r\n|\n|\r/);
  // the last line of a longer payload may be cut
  if (head.length >= DETECT_BYTES) lines.pop();
  return lines.map((line) => line.trimStart());
}
