// Plain JavaScript on Node's own modules: on a fresh clone nothing is installed yet.
import { installPackages } from "./bootstrap/install.mjs";
import { lockClone } from "./bootstrap/lock-clone.mjs";
import { lockData } from "./bootstrap/lock-data.mjs";
import { checkNodeVersion } from "./bootstrap/node-version.mjs";

checkNodeVersion();
await lockData();
const whenBuilt = await lockClone();
await installPackages();
const { register } = await import("tsx/esm/api");
register();
const { main } = await import("./start/main.ts");
await main({ isDev: process.argv.includes("--dev"), whenBuilt });
