import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";

/** A start that goes wrong after something was begun that keeps the process. */
const START = `
  import { createLog } from "./lib/log.ts";
  import { outliveDatabase, startOrEnd } from "./worker/outlive-database.ts";
  const log = createLog("warn", "worker");
  outliveDatabase(log);
  setTimeout(() => console.log("alive"), 2_000);
  const [code, message] = process.argv.slice(1);
  await startOrEnd(log, () => Promise.reject(Object.assign(new Error(message), { code })));
`;

/** Nobody listens to this emitter, as nobody does to a connection that was just made. */
const PROGRAM = `
  import { EventEmitter } from "node:events";
  import { createLog } from "./lib/log.ts";
  import { outliveDatabase } from "./worker/outlive-database.ts";
  outliveDatabase(createLog("warn", "worker"));
  const [code, message] = process.argv.slice(1);
  setTimeout(() => new EventEmitter().emit("error", Object.assign(new Error(message), { code })), 0);
  setTimeout(() => console.log("alive"), 50);
`;

function run(code: string, message: string, program = PROGRAM): Promise<{ exit: unknown; output: string }> {
  const words = ["--import", "tsx", "--input-type=module", "--eval", program, code, message];
  return new Promise((resolve) => {
    execFile(process.execPath, words, (error, output) => resolve({ exit: error?.code ?? 0, output }));
  });
}

describe("uncaught error", () => {
  it("of a database that goes away is outlived, and told", async () => {
    const { exit, output } = await run("57P01", "terminating connection due to administrator command");
    expect(exit).toBe(0);
    expect(output).toMatch(/"level":"warn".*the database closed a connection while it was being opened/);
    expect(output).toContain("alive");
  });

  it("of anything else ends the process, and is told", async () => {
    const { exit, output } = await run("EBROKEN", "a mistake of ours");
    expect(exit).toBe(1);
    expect(output).toMatch(/"level":"error".*a mistake of ours/);
    expect(output).not.toContain("alive");
  });

  it.each([
    ["of the database", "ECONNRESET", "read ECONNRESET"],
    ["of anything else", "EBROKEN", "a mistake of ours"],
  ])("%s while the worker starts ends the process", async (_, code, message) => {
    const { exit, output } = await run(code, message, START);
    expect(exit).toBe(1);
    expect(output).toMatch(/"level":"error".*the worker could not start/);
    expect(output).toContain(message);
    expect(output).not.toContain("alive");
  });
});
