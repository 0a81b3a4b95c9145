import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/browser.ts";

// every role, every page, every picture
const WIDE = "**/*.wide.spec.ts";
// walks over every page, and thousands of jobs: half a minute or more each
const LONG = "**/*.long.spec.ts";

const executablePath = findChromium();

/** The tests start web and worker themselves, so that they can stop and kill them. */
export default defineConfig({
  testDir: "e2e",
  projects: [
    { name: "browser", testMatch: "**/*.spec.ts", testIgnore: [WIDE, LONG] },
    { name: "wide", testMatch: WIDE },
    { name: "long", testMatch: LONG },
  ],
  globalSetup: "./e2e/setup/build-once.ts",
  outputDir: "test-results",
  forbidOnly: true,
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: { args: [...CHROMIUM_FLAGS], ...(executablePath && { executablePath }) },
    locale: "en-GB",
    timezoneId: "Asia/Kathmandu",
    screenshot: "only-on-failure",
    // without a graphics card a dot that pulses takes a good part of a core
    contextOptions: { reducedMotion: "reduce" },
  },
});
