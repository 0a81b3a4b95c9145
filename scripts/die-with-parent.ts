import { spawnSync } from "node:child_process";
import os from "node:os";

let hasSetpriv: boolean | undefined;

/**
 * Words to put before a command so that the system sends it a signal when this process dies, however it dies.
 * Empty where that cannot be had: elsewhere than on Linux with util-linux.
 */
export function dieWithParent(signal: "INT" | "TERM" | "KILL"): readonly string[] {
  const words = ["setpriv", "--pdeathsig", signal];
  hasSetpriv ??=
    os.platform() === "linux" && spawnSync("setpriv", ["--pdeathsig", "INT", "true"]).status === 0;
  return hasSetpriv ? words : [];
}
