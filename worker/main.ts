import { createLedgers } from "../adapters/ledger/ledgers.ts";
import { env } from "../lib/env.ts";
import { runWorker } from "./run.ts";

await runWorker(env(), createLedgers());
