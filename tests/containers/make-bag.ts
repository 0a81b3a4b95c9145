import { createHash } from "node:crypto";
import type { Contents } from "./make-container.ts";

const hex = (algorithm: string, content: string | Uint8Array) =>
  createHash(algorithm).update(content).digest("hex");

/** A valid BagIt bag around a payload, its files below `top`. `changes` replace or, when undefined, remove files at the end. */
export function makeBag(
  payload: Contents,
  options: {
    readonly version?: string;
    readonly top?: string;
    readonly changes?: Readonly<Record<string, string | Uint8Array | undefined>>;
  } = {},
): Contents {
  const { version = "1.0", top = "" } = options;
  const files: Record<string, string | Uint8Array> = {
    "bagit.txt": `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n`,
    "bag-info.txt": `Source-Organization: Test Library\nPayload-Oxum: ${oxumOf(payload)}\n`,
  };
  for (const [name, content] of Object.entries(payload)) files[`data/${name}`] = content;
  files["manifest-sha512.txt"] = listOf("sha512", payload, "data/");
  const tags = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith("data/")));
  files["tagmanifest-sha512.txt"] = listOf("sha512", tags, "");
  for (const [name, content] of Object.entries(options.changes ?? {})) {
    if (content === undefined) delete files[name];
    else files[name] = content;
  }
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [`${top}${name}`, content]));
}

/** The lines of a manifest. */
export function listOf(algorithm: string, files: Contents, folder: string): string {
  return Object.entries(files)
    .map(([name, content]) => `${hex(algorithm, content)}  ${folder}${name}\n`)
    .join("");
}

function oxumOf(payload: Contents): string {
  const sizes = Object.values(payload).map((content) => Buffer.from(content).length);
  return `${sizes.reduce((sum, size) => sum + size, 0)}.${sizes.length}`;
}
