import { createLedgers } from "../adapters/ledger/ledgers.ts";
import { env } from "../lib/env.ts";
import { runWorker } from "./run.ts";

// Files this process creates are accessible to its own user only.
process.umask(0o077);

await runWorker(env(), createLedgers());
