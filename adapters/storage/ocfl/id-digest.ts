import { hash } from "node:crypto";

/** The SHA-256 that names an object's folder. Source: OCFL extension 0004, "Procedure" step 1. */
export function idDigest(id: string): string {
  return hash("sha256", id, "hex");
}
