import { createLedgers } from "../adapters/ledger/ledgers.ts";
import { env } from "../lib/env.ts";
import { runWorker } from "./run.ts";

// What the process makes is its user's alone.
process.umask(0o077);

await runWorker(env(), createLedgers());
