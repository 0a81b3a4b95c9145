import { parseArgs } from "node:util";
import { startFakeEzid } from "./start.ts";

/**
 * `node --import tsx tests/servers/fake-ezid/main.ts [--port N] [--latency MS] [--at-once N]`: an EZID on 127.0.0.1 with the
 * account waybill, password s3cret-pass, and the shoulder ark:/99999/fk4. Prints `{"url": ...}`; ends on SIGTERM or SIGINT.
 */
const { values } = parseArgs({
  options: { port: { type: "string" }, latency: { type: "string" }, "at-once": { type: "string" } },
});
const ezid = await startFakeEzid({
  port: Number(values.port ?? 0),
  latencyMs: Number(values.latency ?? 0),
  atOnce: Number(values["at-once"] ?? 4),
});
console.log(JSON.stringify({ url: ezid.url }));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void ezid.close());
