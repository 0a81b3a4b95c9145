import path from "node:path";

/** The repository's top folder. */
export const ROOT = path.dirname(import.meta.dirname);
