import { defineConfig, type TestProjectConfiguration } from "vitest/config";

// An odd offset shows where a time zone was forgotten.
process.env.TZ = "Asia/Kathmandu";

const DB = "**/*.db.test.ts";
// No services, but servers, disks and clocks of their own for seconds: not for every commit.
const SLOW = [
  "adapters/{ledger,mail,manifest,payload,storage,upload}/**/*.test.ts",
  "adapters/container/zip-end.test.ts",
  "core/manifest/large.test.ts",
  "lib/body-time.test.ts",
  "tests/linear/linear.test.ts",
  "tests/servers/**/*.test.ts",
  "worker/**/*.test.ts",
];
// Files that call routes: each has the web's modules anew for a database of its own, as a web process does.
const WEB = ["app/**/*.db.test.ts", "tests/{access,faults}/**/*.db.test.ts"];
const PROCESS = "tests/**/*.process.test.ts";
// Every door and every place of a fault, where `npm test` has one of a kind.
const WIDE = ["**/*.wide.test.ts", "**/*.wide.db.test.ts"];
const LONG = "**/*.long.test.ts";
// What looks at the clock, the memory or all processes: it wants both cores.
const ALONE = [
  "tests/start/**/*.process.test.ts",
  "tests/power/intake.process.test.ts",
  "tests/faults/clock.process.test.ts",
];
const GENERATED = [
  "**/node_modules/**",
  ".next/**",
  "dist/**",
  ".nodes/**",
  ".waybill/**",
  "prisma/generated/**",
];

const AT_A_TIME = 2;

/** Files that start real processes. Most wait more than they work, but more at a time starve each other. */
function processes(
  name: string,
  groupOrder: number,
  files: { readonly include: string[]; readonly exclude: string[] },
  maxWorkers: number,
): TestProjectConfiguration {
  return {
    test: {
      name,
      ...files,
      globalSetup: ["tests/setup/built-worker.ts", "tests/setup/global-postgres.ts"],
      maxWorkers,
      testTimeout: 180_000,
      hookTimeout: 120_000,
      sequence: { groupOrder },
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts", "**/*.test.tsx"],
          exclude: [...GENERATED, ...SLOW, DB, ...WIDE, LONG, "**/*.process.test.ts"],
          isolate: false, // one process for many files: loading the modules anew for each takes longer than the tests
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "slow",
          include: SLOW,
          exclude: [...GENERATED, DB, ...WIDE, LONG],
          isolate: false, // as above
          testTimeout: 20_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "db",
          include: [DB],
          exclude: [...GENERATED, ...WEB, ...WIDE],
          globalSetup: "tests/setup/global-postgres.ts",
          isolate: false, // as above
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "web",
          include: WEB,
          exclude: [...GENERATED, ...WIDE],
          globalSetup: "tests/setup/global-postgres.ts",
          setupFiles: "tests/setup/fresh-modules.ts",
          isolate: false, // as above
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 3 },
        },
      },
      processes("process", 4, { include: [PROCESS], exclude: [...GENERATED, ...ALONE] }, AT_A_TIME),
      processes("alone", 5, { include: ALONE, exclude: GENERATED }, 1),
      processes("wide", 6, { include: WIDE, exclude: GENERATED }, AT_A_TIME),
      // What takes a minute or more by itself: kills at every point, thousands of jobs, storages that fail.
      processes("long", 7, { include: [LONG], exclude: GENERATED }, 1),
    ],
  },
});
