import { hub } from "./app/_server/hub.ts";
import { boundBodies } from "./lib/body-time.ts";
import { env } from "./lib/env.ts";

boundBodies(env().REQUEST_BODY_MS);

// Next waits for open connections before it exits, and an event stream never ends by itself.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void hub().end());
