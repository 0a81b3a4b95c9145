import { decoded } from "../core/decoded.ts";

/** Decodes a part of a path, which Next passes encoded in some places and decoded in others. */
export function readPathPart(part: string): string {
  return decoded(part);
}
