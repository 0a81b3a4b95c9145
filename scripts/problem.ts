/** A sentence for the person at the terminal: printed without a stack, ends the command with exit code 1. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` of a system error (`ENOENT`) or an SQL error (`42P01`), if it has one. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : undefined;
}
