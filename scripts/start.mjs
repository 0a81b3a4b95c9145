// Plain JavaScript on Node's own modules: on a fresh clone nothing is installed yet.
import { installPackages } from "./bootstrap/install.mjs";
import { asUsual, makePrivate } from "./bootstrap/keep-private.mjs";
import { lockClone } from "./bootstrap/lock-clone.mjs";
import { lockData } from "./bootstrap/lock-data.mjs";
import { checkNodeVersion } from "./bootstrap/node-version.mjs";

checkNodeVersion();
makePrivate();
await lockData();
const whenBuilt = await asUsual(lockClone);
await asUsual(installPackages);
const { register } = await import("tsx/esm/api");
register();
const { main } = await import("./start/main.ts");
await main({ isDev: process.argv.includes("--dev"), whenBuilt });
