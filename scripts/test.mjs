// Plain JavaScript on Node's own modules: on a fresh clone nothing is installed yet.
import { installPackages } from "./bootstrap/install.mjs";
import { checkNodeVersion } from "./bootstrap/node-version.mjs";

checkNodeVersion();
await installPackages();
const { register } = await import("tsx/esm/api");
register();
const { main } = await import("./test/main.ts");
await main();
