import { defineConfig } from "vitest/config";

// An odd offset shows where a time zone was forgotten.
process.env.TZ = "Asia/Kathmandu";

const DB = "**/*.db.test.ts";
// Files that call routes: each loads the web's modules for a database of its own, as a web process does.
const WEB = ["app/**/*.db.test.ts", "tests/{access,faults}/**/*.db.test.ts"];
const PROCESS = "tests/**/*.process.test.ts";
const LONG = "**/*.long.test.ts";
const GENERATED = [
  "**/node_modules/**",
  ".next/**",
  "dist/**",
  ".nodes/**",
  ".waybill/**",
  "prisma/generated/**",
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts", "**/*.test.tsx"],
          exclude: [...GENERATED, DB, LONG, "**/*.process.test.ts"],
          isolate: false, // one process for many files: loading the modules anew for each takes longer than the tests
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "db",
          include: [DB],
          exclude: [...GENERATED, ...WEB],
          globalSetup: "tests/setup/global-postgres.ts",
          isolate: false, // as above
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "web",
          include: WEB,
          exclude: GENERATED,
          globalSetup: "tests/setup/global-postgres.ts",
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Real web and worker processes: one file at a time, or they starve each other of the two cores.
        test: {
          name: "process",
          include: [PROCESS],
          exclude: GENERATED,
          globalSetup: "tests/setup/global-postgres.ts",
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // What takes a minute or more by itself: kills at every point, thousands of jobs, storages that fail.
        test: {
          name: "long",
          include: [LONG],
          exclude: GENERATED,
          globalSetup: "tests/setup/global-postgres.ts",
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
