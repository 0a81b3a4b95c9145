import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { resumeJob } from "../../operations/job/resume.ts";
import { makeZip } from "../containers/make-container.ts";
import { type DepositScene, type Fields, makeDepositScene } from "../factories/deposit-scene.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { batchOfContainers, batchOfFiles, batchOfManifests, objectManifest } from "../pipeline/manifests.ts";

let scene: DepositScene;
/** Called at each of the worker's named places. */
let atFaultPoint = async (_name: string): Promise<void> => undefined;
const MAPS = "maps";
/** The attacker's: a collection of the same installation, with the same profile. */
const OTHER = "other";

beforeAll(async () => {
  scene = await makeDepositScene({}, (name) => atFaultPoint(name));
  await makeCollection(scene.ctx.db, { slug: OTHER });
});
afterAll(() => scene.end());

/** The ARKs the minter gives next, worked out as anybody can. */
async function nextArks(count: number): Promise<string[]> {
  const [row] = await scene.ctx.db.$queryRaw<{ next: bigint }[]>`
    SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM minted_ark_id_seq`;
  const next = row?.next ?? 0n;
  return Array.from({ length: count }, (_, at) =>
    mintArk({ naan: "99999", shoulder: "fk4" }, next + BigInt(at)),
  );
}

const erc = (ark: string) => `erc:\nwho: Mallory\nwhere: ${ark}\n`;

/** Roads by which an ARK comes with a deposit; each makes one job and answers its batch. */
const ROADS: readonly (readonly [string, (ark: string, more: Fields) => Promise<string>])[] = [
  [
    "a row of a batch of files",
    async (ark, more) =>
      scene.deposit(batchOfFiles([{ name: "a.txt", url: await scene.file("a.txt", "a"), ark }]), {
        type: "single-file-batch-manifest",
        filename: "rows.checkm",
        ...more,
      }),
  ],
  [
    "a row of a batch of containers",
    async (ark, more) => {
      const url = await scene.file("a.zip", await makeZip({ "a.txt": "a" }));
      const type = "container-batch-manifest";
      return scene.deposit(batchOfContainers([{ name: "a.zip", url, ark }]), {
        type,
        filename: "rows.checkm",
        ...more,
      });
    },
  ],
  [
    "a row of a batch of manifests",
    async (ark, more) => {
      const url = await scene.file(
        "a.checkm",
        objectManifest([{ name: "a.txt", url: await scene.file("a.txt", "a") }]),
      );
      const fields = { type: "batch-manifest", filename: "rows.checkm" };
      return scene.deposit(batchOfManifests([{ name: "a.checkm", url, ark }]), { ...fields, ...more });
    },
  ],
  [
    "an mrt-erc.txt in a container",
    async (ark, more) =>
      scene.deposit(await makeZip({ "a.txt": "a", "mrt-erc.txt": erc(ark) }), {
        type: "container",
        filename: "a.zip",
        ...more,
      }),
  ],
  [
    "an mrt-erc.txt an object manifest names",
    async (ark, more) => scene.depositFiles({ "a.txt": "a", "mrt-erc.txt": erc(ark) }, more),
  ],
];

/** Fields of a form; an address of Merritt's API becomes the first of them. */
const FORMS: readonly (readonly [string, (ark: string) => Fields])[] = [
  ["the field primaryIdentifier", (primaryIdentifier) => ({ primaryIdentifier })],
  ["the field, spelled otherwise", (ark) => ({ primaryIdentifier: ark.replace("ark:/", "ARK:") })],
  ["a citation in the field erc", (ark) => ({ erc: erc(ark) })],
];

describe("the ARKs that will be minted next", () => {
  it.each(ROADS)("are refused in %s, new or as an update", async (_, deposit) => {
    for (const update of ["false", "true"]) {
      const [ark = ""] = await nextArks(1);
      const batchId = await deposit(ark, { collection: OTHER, update });
      await scene.work();
      expect(await scene.jobOf(batchId)).toMatchObject({
        state: "Failed",
        errorCode: "bad_identifier",
        errorMessage: `${ark} lies below ark:/99999/fk4, where Waybill makes the names, and was not made for this collection. Leave the identifier out to get a new one, or give that of an object of this collection.`,
      });
      expect(await scene.ctx.db.storedObject.count({ where: { ark } })).toBe(0);
    }
  });

  it.each(FORMS)("are refused in %s, when it is sent", async (_, fieldsOf) => {
    const [ark = ""] = await nextArks(1);
    const before = await scene.ctx.db.batch.count();
    for (const update of ["false", "true"])
      await expect(
        scene.depositFiles({ "a.txt": "a" }, { collection: OTHER, update, ...fieldsOf(ark) }),
      ).rejects.toMatchObject({ code: "bad_identifier" });
    expect(await scene.ctx.db.batch.count()).toBe(before);
  });

  it("cannot be squatted on: three are tried, and the victim's deposits are objects of their own", async () => {
    const squatted = await nextArks(3);
    const [, deposit] = ROADS[0] ?? [];
    const tries = [];
    for (const ark of squatted) tries.push(await deposit?.(ark, { collection: OTHER }));
    await scene.work();
    for (const batchId of tries) expect((await scene.jobOf(batchId ?? "")).state).toBe("Failed");
    for (const ark of squatted) {
      const job = await scene.ingest({ "mine.txt": `of ${ark}` });
      expect(job).toMatchObject({ state: "Completed", ark });
      const [object, ...others] = await scene.ctx.db.storedObject.findMany({
        where: { ark },
        include: { collection: true, versions: true },
      });
      expect(others).toEqual([]);
      expect(object).toMatchObject({ version: 1, collection: { slug: MAPS }, versions: [{ jobId: job.id }] });
      expect((await scene.filesOf(ark, 1))["producer/mine.txt"]).toBe(`of ${ark}`);
    }
  });

  it.each([
    ["another collection's", OTHER, 1],
    ["the victim's own collection's", MAPS, 1],
    ["nobody's yet, begun in the victim's own collection", MAPS, 0],
  ])("are passed over where they are in use already: %s", async (_, slug, version) => {
    const { db } = scene.ctx;
    const arks = await nextArks(4);
    const collection = await db.collection.findUniqueOrThrow({ where: { slug } });
    for (const ark of arks.slice(0, 3))
      await db.storedObject.create({
        data: { id: randomUUID(), ark, owner: "x", collectionId: collection.id, version },
      });
    const job = await scene.ingest({ "mine.txt": "mine" });
    expect(job).toMatchObject({ state: "Completed", ark: arks[3] });
    expect(await scene.ctx.db.objectVersion.findMany({ where: { jobId: job.id } })).toMatchObject([
      { version: 1 },
    ]);
    expect(
      await db.event.findMany({ where: { jobId: job.id, kind: "job.identifier-passed-over" } }),
    ).toMatchObject([
      {
        reason: "3 minted ARKs were in use here already. The object gets the next one.",
        batchId: job.batchId,
      },
    ]);
  });
});

describe("an ARK that was minted here", () => {
  it.each(ROADS)("may be given by its collection in %s: an update of its own", async (_, deposit) => {
    const first = await scene.ingest({ "old.txt": "old" });
    const ark = first.ark ?? "";
    const batchId = await deposit(ark, { update: "true" });
    await scene.work();
    expect(await scene.jobOf(batchId)).toMatchObject({ state: "Completed", ark });
    expect(Object.keys(await scene.filesOf(ark, 2))).toEqual(
      expect.arrayContaining(["producer/old.txt", "producer/a.txt"]),
    );
  });

  it.each(FORMS)("may be given by its collection in %s", async (_, fieldsOf) => {
    const ark = (await scene.ingest({ "old.txt": "old" })).ark ?? "";
    const job = await scene.ingest({ "new.txt": "new" }, { update: "true", ...fieldsOf(ark) });
    expect(job).toMatchObject({ state: "Completed", ark });
    expect(await scene.ctx.db.storedObject.findUnique({ where: { ark } })).toMatchObject({ version: 2 });
  });

  it("is refused to another collection, whoever deposits there", async () => {
    const ark = (await scene.ingest({ "a.txt": "a" })).ark ?? "";
    await expect(
      scene.depositFiles({ "b.txt": "b" }, { collection: OTHER, primaryIdentifier: ark }),
    ).rejects.toMatchObject({ code: "bad_identifier" });
    for (const [, deposit] of ROADS) {
      const batchId = await deposit(ark, { collection: OTHER });
      await scene.work();
      expect(await scene.jobOf(batchId)).toMatchObject({ state: "Failed", errorCode: "bad_identifier" });
    }
    expect(await scene.ctx.db.storedObject.findUnique({ where: { ark } })).toMatchObject({ version: 1 });
  });

  it("begins no second object: the job it was minted for takes the next when another one used it", async () => {
    const { db } = scene.ctx;
    atFaultPoint = async (name) => {
      if (name === "Processing:identified") throw new Error("the worker broke");
    };
    const batchId = await scene.depositFiles({ "a.txt": "abandoned" });
    await scene.work(1, async () => (await scene.jobOf(batchId)).ark !== null);
    atFaultPoint = async () => undefined;
    const abandoned = await scene.jobOf(batchId);
    const ark = abandoned.ark ?? "";
    // as if it had failed for good: it lets go of the object
    await db.job.update({ where: { id: abandoned.id }, data: { state: "Failed", dueAt: null } });
    await db.storedObject.update({ where: { ark }, data: { busyJobId: null } });

    const second = await scene.ingest({ "b.txt": "deposited again" }, { primaryIdentifier: ark });
    expect(second).toMatchObject({ state: "Completed", ark });

    await resumeJob(scene.ctx, { jobId: abandoned.id });
    await scene.work();
    const resumed = await scene.jobOf(batchId);
    expect(resumed.state).toBe("Completed");
    expect(resumed.ark).not.toBe(ark);
    expect((await scene.filesOf(resumed.ark ?? "", 1))["producer/a.txt"]).toBe("abandoned");
    expect((await scene.filesOf(ark, 1))["producer/b.txt"]).toBe("deposited again");
    expect(
      await db.event.findFirst({ where: { jobId: resumed.id, kind: "job.identifier-passed-over" } }),
    ).toMatchObject({
      reason: `One minted ARK was in use here already, the job's own ${ark} among them. The object gets the next one.`,
    });

    // it is still the collection's
    const third = await scene.ingest({ "c.txt": "c" }, { primaryIdentifier: ark, update: "true" });
    expect(third).toMatchObject({ state: "Completed", ark });
    await expect(
      scene.depositFiles({ "d.txt": "d" }, { collection: OTHER, primaryIdentifier: ark }),
    ).rejects.toMatchObject({ code: "bad_identifier" });
  });
});

describe("an ARK of somebody else's making", () => {
  it("is taken as it is, above all local shoulders", async () => {
    const ark = "ark:/12345/x9made4elsewhere";
    expect(await scene.ingest({ "a.txt": "a" }, { primaryIdentifier: ark })).toMatchObject({
      state: "Completed",
      ark,
    });
    await expect(
      scene.depositFiles({ "b.txt": "b" }, { collection: OTHER, primaryIdentifier: ark }),
    ).rejects.toMatchObject({
      code: "bad_identifier",
      message: `${ark} belongs to another collection. Deposit it there, or leave the identifier out.`,
    });
  });

  it("is refused below a shoulder that is another collection's, also one of former days", async () => {
    const { db } = scene.ctx;
    const once = await makeCollection(db, { slug: "once", settings: { naan: "12148", shoulder: "z7" } });
    await db.profileVersion.create({
      data: { id: randomUUID(), collectionId: once.id, version: 2, settings: {}, createdBy: "test" },
    });
    const service = { naan: "12148", shoulder: "s1", minter: "ezid" } as const;
    await makeCollection(db, { settings: service });
    await makeCollection(db, { settings: { ...service, shoulder: "own2", ezidNames: "own" } });
    const refused = async (ark: string) =>
      scene.depositFiles({ "a.txt": "a" }, { primaryIdentifier: ark }).then(
        () => false,
        (error: { code?: string }) => error.code === "bad_identifier",
      );
    expect(await refused("ark:/12148/z7abc")).toBe(true);
    expect(await refused("ark:/12148/z-7abc")).toBe(true);
    expect(await refused("ark:/12148/own2abc")).toBe(true);
    // the names below are EZID's to give, not Waybill's
    expect(await refused("ark:/12148/s1abc")).toBe(false);
    expect(await refused("ark:/12148/Z7abc")).toBe(false);
  });

  it("goes on being updated where it was stored before its shoulder was local", async () => {
    const { db } = scene.ctx;
    const ark = "ark:/12345/y8before";
    expect((await scene.ingest({ "a.txt": "a" }, { primaryIdentifier: ark })).state).toBe("Completed");
    await makeCollection(db, { settings: { naan: "12345", shoulder: "y8" } });
    expect(await scene.ingest({ "b.txt": "b" }, { primaryIdentifier: ark, update: "true" })).toMatchObject({
      state: "Completed",
      ark,
    });
    await expect(
      scene.depositFiles({ "a.txt": "a" }, { primaryIdentifier: "ark:/12345/y8after" }),
    ).rejects.toMatchObject({ code: "bad_identifier" });
  });
});
