import { removeLeftovers } from "./leftovers.ts";
import { openPart, type PartFile, type PartRules } from "./part-file.ts";

/** Opens a new part file for `to`, replacing what an earlier download may have left there. */
export async function startPart(to: string, rules: PartRules): Promise<PartFile> {
  try {
    return await openPart(to, 0, rules);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    await removeLeftovers(to);
    return openPart(to, 0, rules);
  }
}
