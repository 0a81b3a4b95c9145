import { decoded } from "../core/decoded.ts";

/** A part of a path, which Next hands over encoded in some places and decoded in others. */
export function readPathPart(part: string): string {
  return decoded(part);
}
