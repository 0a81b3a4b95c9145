import type { OrderLog } from "../../core/sequencer/ports.ts";
import type { Env } from "../../lib/env.ts";
import { openEtcdLog } from "./etcd-log.ts";

/** The order log that the settings name; undefined: PostgreSQL decides. Errors: ETCD_CA_FILE cannot be read. */
export function orderLogOf(env: Env): OrderLog | undefined {
  if (env.SEQUENCER_STORE === "postgres") return undefined;
  return openEtcdLog({
    urls: env.ETCD_URL,
    prefix: env.ETCD_PREFIX,
    user: env.ETCD_USER,
    password: env.ETCD_PASSWORD,
    caFile: env.ETCD_CA_FILE,
    timeoutMs: env.ETCD_TIMEOUT_MS,
  });
}
