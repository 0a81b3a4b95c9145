import type { StorageRoot } from "../../core/ports.ts";

/** A storage root that is always there, for folders that a test makes by hand. */
export const anyRoot: StorageRoot = {
  name: "working",
  findFault: async () => undefined,
  require: async () => undefined,
};

/** Roots of preservation storage that are always there. */
export const anyRoots = () => ({ objects: anyRoot, s3: anyRoot });
