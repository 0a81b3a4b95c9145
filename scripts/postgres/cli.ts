import { parseArgs } from "node:util";
import { Problem } from "../problem.ts";
import { runCommand } from "../run-command.ts";
import { startPostgres } from "./start.ts";

/** `node --import tsx scripts/postgres/cli.ts [--data <folder>] [--port <number>]`: a server until Ctrl-C. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string", default: ".waybill/postgres" }, port: { type: "string" } },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !Number.isInteger(port)) throw new Problem("--port takes a number.");
  const server = await startPostgres({ dataDir: values.data, ...(port !== undefined && { port }) });
  console.log(server.url);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void server.stop());
  const failure = await server.ended;
  if (failure !== undefined) throw new Problem(`PostgreSQL ended by itself: ${failure}`);
}

runCommand(main);
