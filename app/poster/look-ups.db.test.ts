import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { askLookUp } from "../../tests/merritt/ask.ts";
import { parseXml, textsOf } from "../../tests/merritt/parse-xml.ts";
import { posterSite } from "../../tests/merritt/poster-site.ts";

vi.mock("server-only", () => ({}));

const site = posterSite(async () => ({
  state: await import("./state/route.ts"),
  queue: await import("./state/queue/route.ts"),
  batch: await import("./state/queue/[batch]/route.ts"),
  job: await import("./state/queue/[batch]/[job]/route.ts"),
  bid: await import("./admin/bid/[batch]/route.ts"),
  bids: await import("./admin/bids/[days]/route.ts"),
  help: await import("./help/route.ts"),
  root: (await import("../_server/root.ts")).root,
}));

const get = (route: unknown, query = "", params: object = {}, as = site.scene.ada.basic) =>
  askLookUp(route, { query, params, as });

describe("look-ups", () => {
  it("tell where a batch and its jobs stand, and only to who may see them", async () => {
    const { db } = site.scene.test.ctx;
    const batch = await makeBatch(db, site.scene.maps, "Failed", { errorCode: null });
    const done = await makeJob(db, batch, "Completed", { ark: "ark:/99999/fk4x", localIds: ["a", "b"] });
    const failed = await makeJob(db, batch, "Failed");
    const told = parseXml(await (await get(site.routes.batch, "", { batch })).text());
    expect([textsOf(told, "bat:batchID")[0], textsOf(told, "bat:batchStatus")]).toEqual([batch, ["FAILED"]]);
    expect(told.children.filter(({ name }) => name === "bat:jobStates")).toHaveLength(2);
    expect(textsOf(told, "bat:jobStatus")).toEqual(["COMPLETED", "FAILED"]);
    const one = await (await get(site.routes.job, "?t=json", { batch, job: failed })).json();
    expect(one).toMatchObject({
      "job:jobState": {
        "job:jobID": failed,
        "job:jobStatus": "FAILED",
        "job:jobStatusMessage": "The source has no such file.",
      },
    });
    const listed = await (await get(site.routes.bid, "?t=json", { batch })).json();
    expect(listed).toMatchObject({
      "fil:batchFileState": {
        "fil:jobFile": { "fil:batchFile": [{ "fil:file": done }, { "fil:file": failed }] },
      },
    });
    const stranger = await site.scene.caller("depositor", []);
    for (const [route, params] of [
      [site.routes.batch, { batch }],
      [site.routes.job, { batch, job: failed }],
      [site.routes.bid, { batch }],
    ] as const)
      expect((await get(route, "", params, stranger.basic)).status).toBe(404);
  });

  it("answer 404 for what there is not, in the form asked for", async () => {
    const batch = await makeBatch(site.scene.test.ctx.db, site.scene.maps, "Processing");
    const other = await makeJob(
      site.scene.test.ctx.db,
      await makeBatch(site.scene.test.ctx.db, site.scene.maps, "Processing"),
    );
    const nowhere = `bid-${randomUUID()}`;
    for (const [route, params] of [
      [site.routes.batch, { batch: nowhere }],
      [site.routes.batch, { batch: "%E0%A4%A" }],
      [site.routes.job, { batch, job: other }],
      [site.routes.job, { batch, job: `jid-${randomUUID()}` }],
      [site.routes.job, { batch: nowhere, job: other }],
      [site.routes.bid, { batch: nowhere }],
    ] as const) {
      const response = await get(route, "", params);
      expect(response.status).toBe(404);
      expect(parseXml(await response.text()).name).toBe("exc:tException.REQUESTED_ITEM_NOT_FOUND");
    }
  });

  it("go on after the first thousand jobs", async () => {
    const { db } = site.scene.test.ctx;
    const batch = await makeBatch(db, site.scene.maps, "Processing");
    await db.job.createMany({
      data: Array.from({ length: 1001 }, (_, n) => ({
        id: `jid-${randomUUID()}`,
        batchId: batch,
        ordinal: n + 1,
        payload: "file" as const,
        filename: `f${n + 1}`,
        priority: 5,
        submitter: "Ada",
        localIds: [],
      })),
    });
    type Told = {
      "bat:batchState": {
        "bat:batchStatusMessage": string;
        "bat:jobStates": { "bat:packageName": string }[];
      };
    };
    const first = (await (await get(site.routes.batch, "?t=json", { batch })).json()) as Told;
    expect(first["bat:batchState"]["bat:jobStates"]).toHaveLength(1000);
    expect(first["bat:batchState"]["bat:batchStatusMessage"]).toMatch(
      /There are more jobs: ask again with \?after=1000\.$/,
    );
    const rest = (await (await get(site.routes.batch, "?t=json&after=1000", { batch })).json()) as Told;
    expect(rest["bat:batchState"]["bat:jobStates"].map((job) => job["bat:packageName"])).toEqual(["f1001"]);
    expect((await get(site.routes.batch, "?after=x", { batch })).status).toBe(400);
  });

  it("list the queue, first come first, and the batches of the last days", async () => {
    const { db } = site.scene.test.ctx;
    const [olga, films] = [await site.scene.caller("viewer", []), await makeCollection(db)];
    const long = new Date(Date.now() - 3 * 86_400_000);
    const old = await makeBatch(db, films, "Held", { createdAt: long, deposit: { localIdentifier: "l-1" } });
    const young = await makeBatch(db, films, "Pending");
    const ended = await makeBatch(db, films, "Completed");
    type Queue = {
      "que:queueState": { "que:queueEntries": { "que:queueEntryState": Record<string, string>[] } };
    };
    const queue = (await (await get(site.routes.queue, "?t=json", {}, olga.basic)).json()) as Queue;
    const entries = queue["que:queueState"]["que:queueEntries"]["que:queueEntryState"];
    const mine = entries.filter((entry) => entry["que:profile"] === films.slug);
    expect(mine.map((entry) => [entry["que:batchID"], entry["que:status"], entry["que:localID"]])).toEqual([
      [old, "Held", "l-1"],
      [young, "Pending", undefined],
    ]);
    const bids = async (days: string) => {
      const response = await get(site.routes.bids, "", { days }, olga.basic);
      return textsOf(parseXml(await response.text()), "fil:file").filter((id) =>
        [old, young, ended].includes(id),
      );
    };
    expect((await bids("2")).sort()).toEqual([young, ended].sort());
    expect((await bids("4")).at(-1)).toBe(old);
    for (const days of ["0", "-1", "x", "1e3", "3651", "99999"])
      expect((await get(site.routes.bids, "", { days })).status).toBe(400);
  });

  it("say whether the intake is held, and which collections are", async () => {
    const { db } = site.scene.test.ctx;
    const olga = await site.scene.caller("operator", []);
    const state = async (as = olga.basic) => {
      const told = (await (await get(site.routes.state, "?t=json", {}, as)).json()) as Record<
        string,
        Record<string, string>
      >;
      const { "ing:submissionState": intake, "ing:collectionSubmissionState": held } =
        told["ing:ingestServiceState"] ?? {};
      return [intake, held];
    };
    expect(await state()).toEqual(["thawed", ""]);
    const hold = { at: new Date(), by: "Olga", reason: "disks" };
    const films = await makeCollection(db, { held: hold });
    expect(await state()).toEqual(["thawed", films.slug]);
    expect(await state(site.scene.ada.basic)).toEqual(["thawed", ""]);
    await db.intake.upsert({
      where: { id: 1 },
      create: { id: 1, heldAt: new Date(), heldBy: "Olga", heldReason: "disks" },
      update: { heldAt: new Date(), heldBy: "Olga", heldReason: "disks", heldUntil: null },
    });
    expect((await state())[0]).toBe("frozen");
    await db.intake.update({ where: { id: 1 }, data: { heldUntil: new Date(Date.now() - 1000) } });
    expect((await state())[0]).toBe("thawed");
  });

  it("list themselves for everybody", async () => {
    const help = parseXml(await (await get(site.routes.help, "", {}, "")).text());
    expect(textsOf(help, "ing:commands")).toContain("GET /poster/state/queue/{batch}");
  });
});
