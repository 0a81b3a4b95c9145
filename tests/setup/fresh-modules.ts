import { afterAll, vi } from "vitest";

// The web keeps what it has once in its modules and on globalThis: each file begins as a web process does, but with the
// packages that are loaded already.
vi.resetModules();
for (const name of Object.keys(globalThis))
  if (name.startsWith("waybill")) Reflect.deleteProperty(globalThis, name);
afterAll(() => {
  vi.unstubAllEnvs();
});
