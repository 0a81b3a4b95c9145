/**
 * The rooms and what each may import. The table is docs/architecture.md#rooms; change both together.
 * A room's npm packages are an allow-list too: see PACKAGES.
 */
const ROOMS = {
  core: ["core"],
  lib: ["core", "lib"],
  prisma: ["core", "lib", "prisma"],
  adapters: ["core", "lib", "adapters"],
  operations: ["core", "prisma", "lib", "operations"],
  worker: ["core", "operations", "lib", "worker"],
  components: ["core", "components"],
  app: ["core", "operations", "components", "lib", "app"],
  e2e: ["core", "tests", "scripts", "e2e", "lib", "prisma"],
};

const PACKAGES = {
  core: ["zod", "properties-file", "lru-cache", "cron-parser"],
  lib: ["zod", "pino", "@node-rs/argon2", "@zxcvbn-ts/.*", "ipaddr\\.js"],
  prisma: ["@prisma/.*", "pg"],
  adapters: [
    "undici",
    "zod",
    "nodemailer",
    "react-email",
    "react",
    "ipaddr\\.js",
    "hash-wasm",
    "mime",
    "csv-stringify",
    "@fastify/busboy",
    "file-type",
    "iconv-lite",
    "protobufjs",
    "fast-xml-parser",
    "@noble/curves",
    "yauzl",
    "tar-stream",
    "standardwebhooks",
    "@aws-sdk/client-s3",
    "@aws-sdk/lib-storage",
  ],
  operations: ["zod"],
  worker: ["bullmq", "ioredis", "pg"],
  components: [
    "react",
    "react-dom",
    "@tanstack/.*",
    "radix-ui",
    "next/link",
    "next/navigation",
    "lucide-react",
    "class-variance-authority",
    "tailwind-merge",
    "hash-wasm",
  ],
  app: [
    "react",
    "next",
    "next/.*",
    "better-auth",
    "better-auth/.*",
    "@node-rs/argon2",
    "@fontsource-variable/.*",
    "tailwindcss",
  ],
};

/** The composition roots: the only files outside their room that may take adapters and the database client. */
const ROOTS =
  "^(worker/(main|run)\\.ts|worker/wiring\\.ts|app/_server/(context|auth|session|stream|root|receive|read-batch-list)\\.ts)$";
const TEST = "\\.(db\\.|process\\.|wide\\.|long\\.)?test\\.tsx?$";
const ALL = [...Object.keys(ROOMS), "bench", "tests", "scripts", "docs"];

const rooms = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `${room}/ may import only: ${allowed.join(", ")}. Move the code to the room it belongs to.`,
  severity: "error",
  from: { path: `^${room}/`, pathNot: [ROOTS, TEST] },
  to: { path: `^(${ALL.filter((other) => !allowed.includes(other)).join("|")})/` },
}));

const packages = Object.entries(PACKAGES).map(([room, names]) => ({
  name: `packages-${room}`,
  comment: `${room}/ may use only these npm packages: ${names.join(", ") || "none"}. Widen the list on purpose.`,
  severity: "error",
  from: { path: `^${room}/`, pathNot: [TEST, "^prisma/generated/", ROOTS] },
  to: {
    dependencyTypes: ["npm", "npm-dev", "npm-peer", "npm-optional"],
    pathNot: `node_modules/(${[...names, "@types/.*"]
      .map((name) =>
        name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/"),
      )
      .join("|")})/`,
  },
}));

export default {
  forbidden: [
    ...rooms,
    ...packages,
    {
      name: "core-is-pure",
      comment: "core/ has no I/O: no Node built-ins.",
      severity: "error",
      from: { path: "^core/", pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "rooms-tests",
      comment:
        "tests, bench and scripts may import anything but app and components; tests/faults calls the web's routes.",
      severity: "error",
      from: { path: "^(tests|bench|scripts)/", pathNot: "^tests/faults/" },
      to: { path: "^(app|components)/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: { pathNot: "^prisma/generated/" },
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: { pathNot: "^prisma/generated/" },
      to: { couldNotResolve: true, pathNot: "^(\\.next|server-only)" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|\\.nodes)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
