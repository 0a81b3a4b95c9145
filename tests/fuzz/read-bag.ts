import { createHash } from "node:crypto";
import type { Contents } from "../containers/make-container.ts";

/**
 * A second look at a bag, for tests: payload files of which no manifest has the right digest. Names are compared as a disk
 * does that knows neither case nor Unicode forms.
 */
export function unproven(bag: Contents): string[] {
  const proven = new Set<string>();
  for (const [file, content] of Object.entries(bag)) {
    const algorithm = /^manifest-(.+)\.txt$/i.exec(file)?.[1]?.toLowerCase().replaceAll("-", "");
    if (algorithm === undefined || !/^(?:md5|sha(?:1|224|256|384|512))$/.test(algorithm)) continue;
    for (const line of Buffer.from(content)
      .toString("utf8")
      .split(/\r\n|\n|\r/)) {
      const [, digest = "", path = ""] = /^(\S+)[ \t]+\*?(.*)$/.exec(line) ?? [];
      const key = keyOf(decodeURI25(path.replace(/^(?:\.\/)+/, "")));
      for (const [name, bytes] of Object.entries(bag))
        if (keyOf(name) === key && createHash(algorithm).update(bytes).digest("hex") === digest.toLowerCase())
          proven.add(name);
    }
  }
  return Object.keys(bag).filter((name) => name.startsWith("data/") && !proven.has(name));
}

function keyOf(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Source: RFC 8493 section 2.1.3. */
function decodeURI25(path: string): string {
  return path.replace(/%0a/gi, "\n").replace(/%0d/gi, "\r").replace(/%25/g, "%");
}
