import { hash } from "node:crypto";
import type { ExpectedFile } from "../../../core/copy/ports.ts";

/** The SHA-256 a file must have. */
export function digestOf(file: ExpectedFile): string {
  return "text" in file ? hash("sha256", file.text, "hex") : file.sha256;
}
