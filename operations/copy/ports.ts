import type { PreservedStorages } from "../../core/copy/ports.ts";

/** What copying, reading and mending run with. `owner`: names this process in its leases. */
export type CopyPorts = {
  readonly storages: PreservedStorages;
  readonly owner: string;
  readonly faultPoint: (name: string) => Promise<void>;
};
