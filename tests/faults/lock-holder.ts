import { connect } from "../../prisma/client.ts";

/**
 * `node --import tsx tests/faults/lock-holder.ts URL LANE IDLE_MS`: a client of Waybill's own that locks a lane in a
 * transaction and is stopped there. Prints `locked` before.
 */
const [url = "", laneId = "", idleMs = ""] = process.argv.slice(2);
const db = connect(url, { max: 1, name: "holder", idleMs: Number(idleMs) });
await db.$transaction(
  async (tx) => {
    await tx.$queryRaw`SELECT id FROM lane WHERE id = ${laneId} FOR UPDATE`;
    process.stdout.write("locked\n", () => process.kill(process.pid, "SIGSTOP"));
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
  { timeout: 600_000 },
);
