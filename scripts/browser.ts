import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The shell first: without a window of its own it takes half the processor time. */
const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Where Chromium is: Debian's, or else the one Playwright has installed for itself. */
export function findChromium(): string | undefined {
  return [...DEBIAN, chromium.executablePath()].find((file) => existsSync(file));
}

/** Switches for a browser that runs as root in a container and talks to nobody but the pages under test. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;
