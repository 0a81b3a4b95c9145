/** A part of a path, which Next hands over encoded in some places and decoded in others. What is badly encoded stays as it is. */
export function readPathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
