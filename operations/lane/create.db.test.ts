import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { ErrorCode } from "../../core/errors.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import type { Context } from "../context.ts";
import { createLane } from "./create.ts";

let test: TestContext;
let ctx: Context;

beforeAll(async () => {
  test = await testContext();
  const LEDGERS = { main: { url: "http://127.0.0.1:8008", headers: { Authorization: "secret" } } };
  ctx = { ...test.ctx, env: { ...test.ctx.env, LEDGERS } };
});

afterAll(() => test.end());

const scabbard = { serviceId: "01234-ABCDE::gsAA", backend: "scabbard", ledger: "main" } as const;
const asked = { ordering: "serial", width: 1, settings: {} } as const;

describe("making a lane", () => {
  it("for a ledger makes its one collection, on default settings, and an audit row", async () => {
    const made = await createLane(ctx, {
      ...scabbard,
      ...asked,
      settings: { afterInvalid: "halt", delayWindowMs: 1_000 },
      name: "Supply chain",
    });
    expect(made).toMatchObject({
      serviceId: scabbard.serviceId,
      backend: "scabbard",
      ledger: "main",
      collections: ["01234-abcde-gsaa"],
      depth: 0,
      why: { cause: "empty" },
      settings: { afterInvalid: "halt", delayWindowMs: 1_000, tries: 10 },
    });
    expect(JSON.stringify(made)).not.toContain("secret");
    const lane = await test.ctx.db.lane.findUniqueOrThrow({
      where: { serviceId: scabbard.serviceId },
      include: { collections: { include: { profiles: true } } },
    });
    expect(lane).toMatchObject({
      settings: { afterInvalid: "halt", delayWindowMs: 1_000 },
      collections: [
        {
          slug: "01234-abcde-gsaa",
          name: "Supply chain",
          profiles: [{ version: 1, settings: ProfileSettings.parse({}) }],
        },
      ],
    });
    expect(await test.ctx.db.audit.findMany({ where: { target: scabbard.serviceId } })).toMatchObject([
      {
        action: "lane.create",
        after: { backend: "scabbard", ledger: "main", collection: "01234-abcde-gsaa" },
      },
    ]);
  });

  it("for the repository makes no collection", async () => {
    const made = await createLane(ctx, { serviceId: "scans", backend: "repository", ...asked, width: 1 });
    expect(made).toMatchObject({ collections: [], ledger: null, ordering: "serial" });
  });

  it("for Sawtooth without a service is called ----", async () => {
    const made = await createLane(ctx, { serviceId: "----", backend: "sawtooth", ledger: "main", ...asked });
    expect(made.collections).toEqual(["ledger"]);
  });

  it.each<[ErrorCode, object]>([
    ["lane_exists", { serviceId: "scans", backend: "repository" }],
    ["slug_taken", { serviceId: "01234-abcde::gsaa", backend: "scabbard", ledger: "main" }],
    ["service_id_invalid", { serviceId: "maps", backend: "scabbard", ledger: "main" }],
    ["service_id_invalid", { serviceId: "Maps", backend: "repository" }],
    ["unknown_ledger", { serviceId: "maps", backend: "sawtooth" }],
    ["unknown_ledger", { serviceId: "maps", backend: "sawtooth", ledger: "other" }],
    ["unknown_ledger", { serviceId: "maps", backend: "sawtooth", ledger: "constructor" }],
    ["bad_request", { serviceId: "maps", backend: "repository", ledger: "main" }],
    ["bad_request", { serviceId: "maps", backend: "sawtooth", ledger: "main", collection: "Not A Slug" }],
    [
      "bad_request",
      { serviceId: "maps", backend: "sawtooth", ledger: "main", settings: { postTimeoutMs: 180_001 } },
    ],
  ])("ends with %s for %j and leaves nothing", async (code, request) => {
    const count = () =>
      Promise.all([test.ctx.db.lane.count(), test.ctx.db.collection.count(), test.ctx.db.audit.count()]);
    const before = await count();
    const lane = { ...asked, ...request } as Parameters<typeof createLane>[1];
    await expect(createLane(ctx, lane)).rejects.toMatchObject({ code });
    expect(await count()).toEqual(before);
  });

  it("with another slug for its collection works where the first is taken", async () => {
    const made = await createLane(ctx, {
      ...asked,
      serviceId: "01234-abcde::gsaa",
      backend: "scabbard",
      ledger: "main",
      collection: "chain-2",
    });
    expect(made.collections).toEqual(["chain-2"]);
  });
});
