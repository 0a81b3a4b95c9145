import { readFile } from "node:fs/promises";
import { until } from "./until.ts";

/** Waits until a process stands still, as after SIGSTOP. Source: proc(5), stat. */
export async function untilStopped(pid: number, patienceMs = 20_000): Promise<void> {
  await until(async () => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
    return state === "T" || `the process is in state ${state}`;
  }, patienceMs);
}
