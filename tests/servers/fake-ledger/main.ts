import { parseArgs } from "node:util";
import { startFakeLedger } from "./start.ts";

/**
 * `node --import tsx tests/servers/fake-ledger/main.ts [--port N] [--log FILE] [--settle MS]`: a ledger on 127.0.0.1.
 * Prints `{"url": ...}` when it listens; ends on SIGTERM or SIGINT.
 */
const { values } = parseArgs({
  options: { port: { type: "string" }, log: { type: "string" }, settle: { type: "string" } },
});
const ledger = await startFakeLedger({
  port: Number(values.port ?? 0),
  settleMs: Number(values.settle ?? 0),
  ...(values.log === undefined ? {} : { logFile: values.log }),
});
console.log(JSON.stringify({ url: ledger.url }));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void ledger.close());
