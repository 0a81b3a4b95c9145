import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { createCollection } from "../collection/create.ts";
import type { Context } from "../context.ts";
import { sealCallbacks } from "../upkeep/seal-callbacks.ts";
import { changeProfile } from "./change.ts";
import { getProfile } from "./get.ts";
import { importProfile } from "./import.ts";
import { openCallback } from "./sealed-callback.ts";

let context: TestContext;
let ctx: Context;
beforeAll(async () => {
  context = await testContext();
  ctx = context.ctx;
});
afterAll(() => context.end());

const settings = (given: Partial<ProfileSettings> = {}) => ProfileSettings.parse(given);
const reason = "The team has moved.";
const auditOf = (target: string) => ctx.db.audit.findFirst({ where: { target }, orderBy: { id: "desc" } });

describe("changing a profile", () => {
  it("makes a new version with an audit row of what differs; batches keep the old one", async () => {
    const collection = await makeCollection(ctx.db, { settings: { priority: 9 } });
    await makeBatch(ctx.db, collection);
    const { slug } = collection;
    const changed = await changeProfile(ctx, {
      slug,
      version: 1,
      name: "Sea maps",
      settings: settings({ priority: 9, notify: ["team@example.org"] }),
      reason,
    });
    expect(changed).toMatchObject({
      version: 2,
      name: "Sea maps",
      settings: { notify: ["team@example.org"] },
    });
    expect(changed.versions.map(({ version, batches }) => [version, batches])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(await auditOf(slug)).toMatchObject({
      action: "profile.change",
      reason,
      before: { version: 1, notify: [] },
      after: { version: 2, name: "Sea maps", notify: ["team@example.org"] },
    });
  });

  it("is refused over somebody else's change, and when nothing differs", async () => {
    const { slug } = await makeCollection(ctx.db);
    await changeProfile(ctx, { slug, version: 1, settings: settings({ priority: 1 }), reason });
    const late = { slug, version: 1, settings: settings({ priority: 2 }), reason };
    await expect(changeProfile(ctx, late)).rejects.toMatchObject({ code: "stale_state" });
    const same = { slug, version: 2, settings: settings({ priority: 1 }), reason };
    await expect(changeProfile(ctx, same)).rejects.toMatchObject({ code: "nothing_changed" });
  });

  it("goes to one of two who ask at the same moment", async () => {
    const { slug } = await makeCollection(ctx.db);
    const ask = (priority: number) =>
      changeProfile(ctx, { slug, version: 1, settings: settings({ priority }), reason });
    const results = await Promise.allSettled([ask(1), ask(2), ask(3)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await getProfile(ctx, slug)).version).toBe(2);
  });

  it("shows no credentials, and keeps them when the address comes back as it was shown", async () => {
    const callbackUrl = "https://user:secret@receiver.example.org/hook";
    const { slug } = await makeCollection(ctx.db, { settings: { callbackUrl } });
    const shown = await getProfile(ctx, slug);
    expect(JSON.stringify(shown)).not.toContain("secret");
    await changeProfile(ctx, { slug, version: 1, settings: { ...shown.settings, priority: 3 }, reason });
    const kept = await ctx.db.profileVersion.findFirstOrThrow({
      where: { collection: { slug } },
      orderBy: { version: "desc" },
    });
    const { settings: whole } = openCallback(ctx.env, kept.collectionId, kept);
    expect(whole).toMatchObject({ callbackUrl, priority: 3 });
    const audit = await auditOf(slug);
    expect(JSON.stringify([audit?.before, audit?.after])).not.toContain("secret");
  });
});

describe("credentials of a callback's address", () => {
  const callbackUrl = "https://user:s3cret@receiver.example.org/hook?token=t0ken";
  const make = (slug: string) =>
    createCollection(ctx, { slug, name: slug, settings: settings({ callbackUrl }), reason });
  const newest = (slug: string) =>
    ctx.db.profileVersion.findFirstOrThrow({ where: { collection: { slug } }, orderBy: { version: "desc" } });

  it("are in the database sealed only, for the one collection", async () => {
    await make("sealed");
    const kept = await newest("sealed");
    expect(JSON.stringify(kept)).not.toMatch(/s3cret|t0ken/);
    expect(kept.settings).toMatchObject({
      callbackUrl: "https://***@receiver.example.org/hook?token=***",
    });
    expect(openCallback(ctx.env, kept.collectionId, kept).settings.callbackUrl).toBe(callbackUrl);
    expect(openCallback(ctx.env, "another", kept).isOpen).toBe(false);
  });

  it("can be changed, and taken away", async () => {
    await make("rotated");
    const other = callbackUrl.replace("s3cret", "n3w");
    await changeProfile(ctx, {
      slug: "rotated",
      version: 1,
      settings: settings({ callbackUrl: other }),
      reason,
    });
    const second = await newest("rotated");
    expect(openCallback(ctx.env, second.collectionId, second).settings.callbackUrl).toBe(other);
    await expect(
      changeProfile(ctx, {
        slug: "rotated",
        version: 2,
        settings: settings({ callbackUrl: other }),
        reason,
      }),
    ).rejects.toMatchObject({ code: "nothing_changed" });
    await changeProfile(ctx, { slug: "rotated", version: 2, settings: settings(), reason });
    expect(await newest("rotated")).toMatchObject({ callbackSealed: null });
  });

  it("that do not open are kept for the day AUTH_SECRET is set back", async () => {
    await make("lost");
    const first = await newest("lost");
    const lost = { ...ctx, env: { ...ctx.env, AUTH_SECRET: "another".repeat(5) } };
    const shown = await getProfile(lost, "lost");
    await changeProfile(lost, {
      slug: "lost",
      version: 1,
      settings: { ...shown.settings, priority: 7 },
      reason,
    });
    expect((await newest("lost")).callbackSealed).toBe(first.callbackSealed);
  });

  it("of an address too long to be shown with its marks still make settings that can be read", async () => {
    const long = `https://receiver.example.org/?${"key=a&".repeat(335)}`;
    expect(long.length).toBeLessThanOrEqual(2048);
    await createCollection(ctx, {
      slug: "long",
      name: "Long",
      settings: settings({ callbackUrl: long }),
      reason,
    });
    const kept = await newest("long");
    expect(kept.settings).toMatchObject({ callbackUrl: "https://receiver.example.org" });
    expect(openCallback(ctx.env, kept.collectionId, kept).settings.callbackUrl).toBe(long);
    const shown = await getProfile(ctx, "long");
    expect(shown.settings.callbackUrl).toBe("https://receiver.example.org");
    await changeProfile(ctx, {
      slug: "long",
      version: 1,
      settings: { ...shown.settings, priority: 7 },
      reason,
    });
    const second = await newest("long");
    expect(openCallback(ctx.env, second.collectionId, second).settings).toMatchObject({
      callbackUrl: long,
      priority: 7,
    });
  });

  it("of older rows are sealed by the sweep, once", async () => {
    const { id } = await makeCollection(ctx.db, { settings: { callbackUrl } });
    const plain = await makeCollection(ctx.db, { settings: { callbackUrl: "https://plain.example.org/x" } });
    expect(await sealCallbacks(ctx)).toBeGreaterThan(0);
    const kept = await ctx.db.profileVersion.findFirstOrThrow({ where: { collectionId: id } });
    expect(JSON.stringify(kept)).not.toMatch(/s3cret|t0ken/);
    expect(openCallback(ctx.env, id, kept).settings.callbackUrl).toBe(callbackUrl);
    const left = await ctx.db.profileVersion.findFirstOrThrow({ where: { collectionId: plain.id } });
    expect(left).toMatchObject({
      callbackSealed: null,
      settings: { callbackUrl: "https://plain.example.org/x" },
    });
    expect(await sealCallbacks(ctx)).toBe(0);
  });
});

describe("making a collection", () => {
  it.each([
    [{}, { ordering: "unordered", width: 4 }],
    [{ ordering: "unordered" }, { ordering: "unordered", width: 4 }],
    [{ ordering: "serial" }, { ordering: "serial", width: 1 }],
  ] as const)("with a lane of its own, asked %j", async (asked, lane) => {
    const slug = `own-${JSON.stringify(asked).length}`;
    await createCollection(ctx, { slug, name: slug, ...asked, settings: settings(), reason });
    expect(await ctx.db.lane.findUniqueOrThrow({ where: { serviceId: slug } })).toMatchObject({
      backend: "repository",
      ...lane,
    });
  });

  it("gives it a lane of its own, or puts it into one that exists", async () => {
    const own = await createCollection(ctx, { slug: "charts", name: "Charts", settings: settings(), reason });
    expect(own).toMatchObject({ slug: "charts", lane: "charts", mayDeposit: true });
    const other = await createCollection(ctx, {
      slug: "globes",
      name: "Globes",
      lane: "charts",
      settings: settings(),
      reason,
    });
    expect(other.lane).toBe("charts");
    expect(await auditOf("globes")).toMatchObject({ action: "collection.create", after: { lane: "charts" } });
  });

  it.each([
    ["charts", undefined, "lane_exists"],
    ["charts", "charts", "slug_taken"],
    ["new-one", "nowhere", "unknown_lane"],
  ])("is refused: slug %s, lane %s", async (slug, lane, code) => {
    const asked = { slug, name: "Again", settings: settings(), reason, ...(lane && { lane }) };
    await expect(createCollection(ctx, asked)).rejects.toMatchObject({ code });
    expect(await ctx.db.collection.count({ where: { name: "Again" } })).toBe(0);
  });
});

describe("importing a Merritt profile", () => {
  const text =
    "ProfileID: county_maps_content\nProfileDescription: County maps\nOwner: ark:/99999/fk4owner\nNotification.1: maps@example.org\n";

  it("tells what it would do, does it, and finds nothing to do the second time", async () => {
    const dry = await importProfile(ctx, { text, dryRun: true });
    expect(dry).toMatchObject({ outcome: "create", done: false, slug: "county-maps", problems: [] });
    expect(await ctx.db.collection.count({ where: { slug: "county-maps" } })).toBe(0);
    expect(await importProfile(ctx, { text, dryRun: false })).toMatchObject({
      outcome: "create",
      done: true,
    });
    expect(await getProfile(ctx, "county-maps")).toMatchObject({
      name: "County maps",
      version: 1,
      settings: { owner: "ark:/99999/fk4owner", notify: ["maps@example.org"] },
    });
    expect(await importProfile(ctx, { text, dryRun: false })).toMatchObject({ outcome: "same" });
    expect((await getProfile(ctx, "county-maps")).version).toBe(1);
  });

  it("changes what the file says and leaves the rest", async () => {
    const { settings: before } = await getProfile(ctx, "county-maps");
    const own = { ...before, sourceHosts: [".example.org"] };
    await changeProfile(ctx, { slug: "county-maps", version: 1, settings: own, reason });
    await importProfile(ctx, { text: `${text}Priority: 02\n`, dryRun: false, reason });
    const after = { ...own, priority: 2 };
    expect(await getProfile(ctx, "county-maps")).toMatchObject({ version: 3, settings: after });
    // neither a name, nor recipients, nor a priority
    const short = "ProfileID: county_maps_content\nOwner: ark:/99999/fk4other\nPriority:\n";
    await importProfile(ctx, { text: short, dryRun: false, reason });
    expect(await getProfile(ctx, "county-maps")).toMatchObject({
      version: 4,
      name: "County maps",
      settings: { ...after, owner: "ark:/99999/fk4other", notify: ["maps@example.org"] },
    });
  });

  it("is refused with every bad key, and nothing is made", async () => {
    const bad = "ProfileID: bad_content\nOwner: nobody\nColour: red\n";
    await expect(importProfile(ctx, { text: bad, dryRun: false })).rejects.toMatchObject({
      code: "profile_invalid",
      problems: [{ line: 2 }, { line: 3 }],
    });
    expect(await ctx.db.collection.count({ where: { slug: "bad" } })).toBe(0);
  });
});
