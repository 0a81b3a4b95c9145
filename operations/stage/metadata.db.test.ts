import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DepositScene, makeDepositScene } from "../../tests/factories/deposit-scene.ts";
import { batchOfManifests, objectManifest } from "../../tests/pipeline/manifests.ts";
import { getJob } from "../job/get.ts";
import { getObject } from "../object/get.ts";

let scene: DepositScene;
let suppressing: DepositScene;

beforeAll(async () => {
  scene = await makeDepositScene();
  suppressing = await makeDepositScene({ suppressDublinCoreLocalId: true });
});
afterAll(async () => {
  await scene.end();
  await suppressing.end();
});

const DC = `<DublinCore xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator>D1</dc:creator><dc:creator>D2</dc:creator><dc:title>DT</dc:title><dc:rights>free</dc:rights>
  <dc:identifier>dc-id</dc:identifier></DublinCore>`;
const DATACITE = `<resource xmlns="http://datacite.org/schema/kernel-4"><creators><creator><creatorName>C</creatorName></creator></creators>
  <titles><title>CT</title></titles><publicationYear>1903</publicationYear></resource>`;
const EML = `<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0"><dataset><title>ET</title>
  <creator><organizationName>E</organizationName></creator><pubDate>1902</pubDate></dataset></eml:eml>`;

describe("metadata files of a deposit", () => {
  it("are merged, written into the system files, and shown on the job and object", async () => {
    const job = await scene.ingest(
      {
        "data.txt": "1",
        "mrt-dc.xml": DC,
        "mrt-datacite.xml": DATACITE,
        "mrt-eml.xml": EML,
        "mrt-erc.txt": "erc:\nwhat: RT\nwhere: ark:/12345/x9merged\nwhere: erc-id\n",
        "mrt-embargo.txt": "embargoEndDate: 2090-01-31T00:00:00+01:00\n",
      },
      { title: "FT", localIdentifier: "form-id", dcRights: "for all", dcSubject: "a; b" },
    );
    expect(job).toMatchObject({
      state: "Completed",
      errorMessage: null,
      creator: "C",
      title: "RT",
      date: "1903",
      ark: "ark:/12345/x9merged",
      suppliedArk: "ark:/12345/x9merged",
      localIds: ["form-id", "erc-id", "dc-id"],
    });
    const files = await scene.filesOf("ark:/12345/x9merged", 1);
    expect(files["system/mrt-erc.txt"]).toBe(
      "erc:\nwho: C\nwhat: RT\nwhen: 1903\nwhere: ark:/12345/x9merged\nwhere: form-id; erc-id; dc-id\n",
    );
    expect(files["system/mrt-mom.txt"]).toContain("localIdentifier:\tform-id; erc-id; dc-id\n");
    expect(files["system/mrt-ingest.txt"]).toContain("creator:\tC\ntitle:\tRT\ndate:\t1903\n");
    expect(files["system/mrt-ingest.txt"]).toContain("suppliedIdentifier:\tark:/12345/x9merged\n");
    expect(files["system/mrt-dc.xml"]?.split("\n").slice(2, -2)).toEqual([
      "  <dc:creator>D1</dc:creator>",
      "  <dc:creator>D2</dc:creator>",
      "  <dc:date>1903</dc:date>",
      "  <dc:identifier>ark:/12345/x9merged</dc:identifier>",
      "  <dc:identifier>form-id</dc:identifier>",
      "  <dc:identifier>erc-id</dc:identifier>",
      "  <dc:identifier>dc-id</dc:identifier>",
      "  <dc:rights>free</dc:rights>",
      "  <dc:rights>for all</dc:rights>",
      "  <dc:subject>a</dc:subject>",
      "  <dc:subject>b</dc:subject>",
      "  <dc:title>DT</dc:title>",
    ]);
    expect(files["producer/mrt-dc.xml"]).toBe(DC);
    const { id } = await scene.ctx.db.storedObject.findUniqueOrThrow({
      where: { ark: "ark:/12345/x9merged" },
    });
    expect(await getObject(scene.ctx, id)).toMatchObject({
      title: "RT",
      creator: "C",
      date: "1903",
      localIds: ["dc-id", "erc-id", "form-id"],
      embargoUntil: "2090-01-30T23:00:00.000Z",
    });
  });

  it("leave Dublin Core identifiers alone where the profile says so", async () => {
    const job = await suppressing.ingest({ "mrt-dc.xml": DC, a: "1" }, { localIdentifier: "form-id" });
    expect(job).toMatchObject({ state: "Completed", title: "DT", creator: "D1; D2", localIds: ["form-id"] });
  });

  it("count only at the top of the deposit", async () => {
    const job = await scene.ingest({ "sub/mrt-erc.txt": "what: no", "sub/mrt-embargo.txt": "no", a: "1" });
    expect(job).toMatchObject({ state: "Completed", title: null });
  });

  it("start a repeat from what the form said, not from what was merged before", async () => {
    const batchId = await scene.depositFiles(
      { "mrt-erc.txt": "what: first", "mrt-embargo.txt": "wrong", a: "1" },
      { localIdentifier: "again-1" },
    );
    await scene.work();
    const failed = await scene.jobOf(batchId);
    expect(failed).toMatchObject({ state: "Failed", errorCode: "embargo_invalid" });
    const { db } = scene.ctx;
    // as if it had failed after the merge
    const given = { creator: null, title: null, date: null, localIds: ["again-1"], suppliedArk: null };
    await db.stepResult.create({ data: { ownerId: failed.id, step: "given", result: given, fence: 0n } });
    await db.job.update({
      where: { id: failed.id },
      data: { title: "stale", creator: "stale", localIds: ["again-1", "stale"] },
    });
    await db.jobFile.deleteMany({ where: { jobId: failed.id, name: "mrt-embargo.txt" } });
    await db.job.update({ where: { id: failed.id }, data: { state: "Processing", dueAt: new Date() } });
    await scene.work();
    expect(await scene.jobOf(batchId)).toMatchObject({
      state: "Completed",
      title: "first",
      creator: null,
      localIds: ["again-1"],
    });
  });

  it.each<[string, Record<string, string>, Record<string, string>, string, RegExp]>([
    [
      "a document type",
      { "mrt-dc.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>' },
      {},
      "metadata_invalid",
      /^mrt-dc\.xml, line 1: The file cannot be used: it declares a document type/,
    ],
    ["bad XML", { "mrt-eml.xml": "<a>\n<b>\n</a>" }, {}, "metadata_invalid", /^mrt-eml\.xml, line 3: /],
    [
      "5 MB and a byte",
      { "mrt-datacite.xml": `<a>${" ".repeat(5_000_001 - 7)}</a>` },
      {},
      "metadata_invalid",
      /^mrt-datacite\.xml: .*larger than 5\.0 MB/,
    ],
    [
      "an ERC of another object",
      { "mrt-erc.txt": "where: ark:/12345/x9one" },
      { primaryIdentifier: "ark:/12345/x9two" },
      "bad_identifier",
      /x9two.*x9one/,
    ],
    [
      "an embargo nobody can read",
      { "mrt-embargo.txt": "until spring" },
      {},
      "embargo_invalid",
      /^mrt-embargo\.txt: /,
    ],
    [
      "a local id that is too long",
      { "mrt-dc.xml": `<dc><dc:identifier>${"l".repeat(256)}</dc:identifier></dc>` },
      {},
      "bad_identifier",
      /^mrt-dc\.xml: /,
    ],
  ])("fail the job for %s", async (_, files, fields, code, message) => {
    const job = await scene.ingest({ ...files, a: "1" }, fields);
    expect(job).toMatchObject({ state: "Failed", errorCode: code, lastSuccessfulState: "Downloading" });
    expect(job.errorMessage).toMatch(message);
  });

  it("tell everything that is wrong at once", async () => {
    const job = await scene.ingest({
      "mrt-dc.xml": "<a>",
      "mrt-embargo.txt": "embargoEndDate: never",
      "mrt-erc.txt": "where: ark:/99999/",
      a: "1",
    });
    expect(job).toMatchObject({ state: "Failed", errorCode: "metadata_invalid" });
    expect((job.problems as { code: string; line: number }[]).map(({ code, line }) => [code, line])).toEqual([
      ["metadata_invalid", 1],
      ["embargo_invalid", 1],
      ["bad_identifier", 1],
    ]);
  });

  it("are refused when they are not in UTF-8, and may begin with a byte order mark", async () => {
    const latin = await scene.file("mrt-erc.txt", Buffer.from("what: caf\xe9", "latin1"));
    const marked = await scene.file("mrt-erc.txt", "\ufeffwhat: café");
    const jobs = [];
    for (const url of [latin, marked]) {
      const batchId = await scene.deposit(objectManifest([{ url, name: "mrt-erc.txt" }]), {
        type: "object-manifest",
        filename: "object.checkm",
      });
      await scene.work();
      jobs.push(await scene.jobOf(batchId));
    }
    expect(jobs.map(({ state, errorCode, title }) => [state, errorCode, title])).toEqual([
      ["Failed", "metadata_invalid", null],
      ["Completed", null, "café"],
    ]);
  });
});

const SEVEN = [
  "mrt-dc.xml",
  "mrt-erc.txt",
  "mrt-ingest.txt",
  "mrt-manifest.txt",
  "mrt-membership.txt",
  "mrt-mom.txt",
  "mrt-owner.txt",
];
const ERC = "erc:\nwhere: localid; localidtwo\nwhere: localidthree\n";

/** The service-level scenarios of Merritt's ingest tests that are about identifiers. */
describe("as Merritt's ingest is tested", () => {
  // Merritt stores one text separated by semicolons, Waybill a list.
  it("S9 local ids of the form count once each, in their order", async () => {
    const job = await scene.ingest(
      { "foo.txt": "1" },
      { localIdentifier: "localid;localid;localid;localidtwo;localidtwo" },
    );
    expect(job.localIds).toEqual(["localid", "localidtwo"]);
  });

  // Merritt's test sends a zip; the deposit here is an object manifest with the same files.
  it("S9 local ids of the form come first, then those of mrt-erc.txt", async () => {
    const erc = "erc:\nwhere: nineid; nineidtwo\nwhere: nineidthree\n";
    const job = await scene.ingest({ "mrt-erc.txt": erc }, { localIdentifier: "nineidfour; nineidfive" });
    expect(job.localIds).toEqual(["nineidfour", "nineidfive", "nineid", "nineidtwo", "nineidthree"]);
  });

  it("S9 local ids of a batch manifest win over the form's and come before those of mrt-erc.txt", async () => {
    const erc = await scene.file("mrt-erc.txt", ERC.replaceAll("localid", "tenid"));
    const url = await scene.file("one.checkm", objectManifest([{ url: erc, name: "mrt-erc.txt" }]));
    const batchId = await scene.deposit(
      batchOfManifests([{ url, name: "one.checkm", localId: "tenidfour; tenidfive" }]),
      { type: "batch-manifest", filename: "batch.checkm", localIdentifier: "tenidten" },
    );
    await scene.work();
    expect((await scene.jobOf(batchId)).localIds).toEqual([
      "tenidfour",
      "tenidfive",
      "tenid",
      "tenidtwo",
      "tenidthree",
    ]);
  });

  it("S10 a digest in capitals is accepted", async () => {
    // SHA-256 of "abc", FIPS 180-2 appendix B.1
    const sha256 = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD";
    const url = await scene.file("abc.txt", "abc");
    const batchId = await scene.deposit(objectManifest([{ url, name: "abc.txt", sha256 }]), {
      type: "object-manifest",
      filename: "object.checkm",
    });
    await scene.work();
    expect((await scene.jobOf(batchId)).state).toBe("Completed");
  });

  // Merritt puts the ARK into the path and keeps the test's "ark/1111/2222" as it came; here it is a field, and an ARK
  // is stored in its one form. Merritt's number 1111 is not five digits long; it is accepted all the same.
  it("S11 a deposit with a primary identifier makes that object, and an update of it a second version", async () => {
    const primaryIdentifier = "ark:1111/2222";
    const made = await scene.ingest({ "foo.txt": "1" }, { primaryIdentifier });
    const updated = await scene.ingest({ "test.txt": "2" }, { primaryIdentifier, update: "true" });
    expect([made.ark, updated.ark]).toEqual(["ark:/1111/2222", "ark:/1111/2222"]);
    const files = await scene.filesOf("ark:/1111/2222", 2);
    expect(Object.keys(files).filter((name) => name.startsWith("producer/"))).toEqual([
      "producer/test.txt",
      "producer/foo.txt",
    ]);
  });

  it("S12 an update names the object by the ARK that was made for it", async () => {
    const made = await scene.ingest({ "foo.txt": "1" });
    const updated = await scene.ingest(
      { "test.txt": "2" },
      { primaryIdentifier: made.ark ?? "", update: "true" },
    );
    expect(updated).toMatchObject({ state: "Completed", ark: made.ark });
    expect(await scene.ctx.db.storedObject.findUnique({ where: { ark: made.ark ?? "" } })).toMatchObject({
      version: 2,
    });
  });

  // Merritt leaves the seven in the job's folder for a week; here the folder is gone and they are in the stored object.
  // Merritt keeps an object manifest as an eighth, mrt-submission-manifest.txt; Waybill does not. Its metadata endpoint has
  // the ARK as where-primary; here the job has it as ark.
  it("S13 the seven system files remain, and the ARK stands in mrt-erc.txt as where", async () => {
    const job = await scene.ingest({ "foo.txt": "1" });
    const files = await scene.filesOf(job.ark ?? "", 1);
    const system = Object.keys(files).filter((name) => name.startsWith("system/"));
    expect(system.map((name) => name.slice("system/".length)).sort()).toEqual(SEVEN);
    expect(files["system/mrt-erc.txt"]).toContain(`\nwhere: ${job.ark}\n`);
    expect(job.workingDirectory).toBeNull();
    expect(await getJob(scene.ctx, job.id)).toMatchObject({ ark: job.ark });
  });
});
