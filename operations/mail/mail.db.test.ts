import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageQuery } from "../../core/contracts/requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeMail } from "../../tests/factories/make-mail.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { makeReport } from "../../tests/factories/make-report.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getAttachment } from "../report/get-attachment.ts";
import { getMail } from "./get.ts";
import { listMails } from "./list.ts";

const CSV = `ordinal,title\n1,"地図"\n${"2,x\n".repeat(50_000)}`;

let test: TestContext;
let maps: MadeCollection;
let batchId: string;
let ids: string[];

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  maps = await makeCollection(db);
  batchId = await makeBatch(db, maps, "Completed");
  const reportId = await makeReport(db, batchId, { "jobs.csv": CSV, "completed.json": "[]" });
  ids = [
    await makeMail(db, { batchId, reportId, createdAt: new Date("2026-01-01T00:00:00Z") }),
    await makeMail(db, { status: "Waiting", createdAt: new Date("2026-01-02T00:00:00Z") }),
  ];
});

afterAll(() => test.end());

describe("listMails", () => {
  it("lists the newest first, page by page", async () => {
    const first = await listMails(test.ctx, PageQuery.parse({ limit: 1 }));
    const second = await listMails(test.ctx, PageQuery.parse({ limit: 1, cursor: first.next }));
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(second.next).toBeNull();
    expect(second.items[0]).toEqual({
      id: ids[0],
      subject: "Your deposit is stored",
      to: ["team@example.org"],
      status: "Sent",
      createdAt: "2026-01-01T00:00:00.000Z",
      endedAt: null,
      batchId,
      attempts: 0,
      lastError: null,
    });
  });
});

describe("getMail", () => {
  it("shows a mail as it goes out", async () => {
    expect(await getMail(test.ctx, ids[0] ?? "")).toMatchObject({
      from: "Waybill <waybill@example.org>",
      to: ["team@example.org"],
      bcc: ["archive@example.org"],
      subject: "Your deposit is stored",
      text: "All 3 objects are stored.",
      html: "<p>All 3 objects are stored.</p>",
      messageId: expect.stringMatching(/^<report\..+@example\.org>$/),
      attachments: [
        { filename: "completed.json", mediaType: "application/json", size: "2" },
        { filename: "jobs.csv", mediaType: "text/csv", size: String(Buffer.byteLength(CSV)) },
      ],
    });
  });

  it("knows nothing of others", async () => {
    await expect(getMail(test.ctx, "nosuch")).rejects.toMatchObject({ code: "not_found" });
  });

  it.each(["depositor", "viewer"] as const)("is not for a %s", async (role) => {
    const person = test.as(await makePerson(test.ctx.db, role, [maps]));
    await expect(getMail(person, ids[0] ?? "")).rejects.toMatchObject({ code: "not_allowed" });
    await expect(listMails(person, PageQuery.parse({}))).rejects.toMatchObject({ code: "not_allowed" });
  });
});

describe("getAttachment", () => {
  it("unpacks a report's file", async () => {
    const file = await getAttachment(test.ctx, { batchId, number: 1, filename: "jobs.csv" });
    expect(file).toMatchObject({
      filename: "jobs.csv",
      mediaType: "text/csv",
      sizeBytes: BigInt(Buffer.byteLength(CSV)),
    });
    expect(await text(await file.open())).toBe(CSV);
  });

  it.each([
    { number: 2 },
    { number: 0 },
    { number: Number.NaN },
    { number: 1e12 },
    { filename: "../jobs.csv" },
    { filename: "JOBS.CSV" },
    { batchId: "bid-nosuch" },
  ])("knows nothing at %j", async (given) => {
    const place = { batchId, number: 1, filename: "jobs.csv", ...given };
    await expect(getAttachment(test.ctx, place)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is for those who may read the batch", async () => {
    const place = { batchId, number: 1, filename: "jobs.csv" };
    const ada = test.as(await makePerson(test.ctx.db, "depositor", [maps]));
    const stranger = test.as(await makePerson(test.ctx.db, "depositor", [await makeCollection(test.ctx.db)]));
    expect((await getAttachment(ada, place)).filename).toBe("jobs.csv");
    await expect(getAttachment(stranger, place)).rejects.toMatchObject({ code: "not_found" });
  });
});
