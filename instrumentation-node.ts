import { hub } from "./app/_server/hub.ts";

// Next waits for open connections before it exits, and an event stream never ends by itself.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void hub().end());
