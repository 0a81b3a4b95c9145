import { removeLeftovers } from "./leftovers.ts";

/** Opens a new part file for `to` with `open`, replacing what an earlier download may have left there. */
export async function startPart<Part>(to: string, open: () => Promise<Part>): Promise<Part> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    await removeLeftovers(to);
    return open();
  }
}
