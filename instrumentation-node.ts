import { hub } from "./app/_server/hub.ts";
import { boundBodies } from "./lib/body-time.ts";
import { readNetworks } from "./lib/client-address.ts";
import { env, publicUrl } from "./lib/env.ts";
import { keepDoor } from "./lib/request-door.ts";

// What the process makes is its user's alone.
process.umask(0o077);

const settings = env();
const https = publicUrl(settings).startsWith("https:");
keepDoor({ https, trustedProxies: readNetworks(settings.TRUSTED_PROXIES) ?? [] });
boundBodies(settings.REQUEST_BODY_MS, https);

// Next waits for open connections before it exits, and an event stream never ends by itself.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void hub().end());
