import { writeFileSync } from "node:fs";
import type { Ledgers } from "../adapters/ledger/ledgers.ts";
import type { Ledger } from "../core/ledger/ports.ts";
import { env } from "../lib/env.ts";
import { decodeBatchList } from "../tests/servers/fake-ledger/decode.ts";
import { openLog } from "../tests/servers/fake-ledger/log.ts";
import { runWorker } from "../worker/run.ts";

/**
 * A worker whose ledgers are no-ops in its own process: they take every batch and call it Committed when asked. What is
 * left is Waybill's own work. When it ends it writes what its ledgers saw to the file BENCH_LOG.
 */
const log = openLog();
const file = process.env.BENCH_LOG;
if (file) process.once("exit", () => writeFileSync(file, JSON.stringify(log.entries)));

const ledger: Omit<Ledger, "backend"> = {
  idsAtOnce: 100,
  submit: async ({ serviceId: service }, body) => {
    for (const { id } of decodeBatchList(body) ?? []) {
      log.write({ service, event: "arrived", id });
      log.write({ service, event: "executed", id });
    }
    return { kind: "accepted", httpStatus: 202, message: "", invalid: [] };
  },
  readStatuses: async ({ serviceId: service }, ids) =>
    ids.map((ledgerId) => {
      log.write({ service, event: "final", id: ledgerId, status: "Committed" });
      return { ledgerId, status: "Committed", message: "", invalid: [] };
    }),
};

const ledgers: Ledgers = {
  sawtooth: { ...ledger, backend: "sawtooth" },
  scabbard: { ...ledger, backend: "scabbard" },
  close: async () => undefined,
};
await runWorker(env(), ledgers);
