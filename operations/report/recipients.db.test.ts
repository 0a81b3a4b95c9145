import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../../tests/factories/make-person.ts";
import { done, failed, type ReportDesk, reportDesk } from "../../tests/factories/report-desk.ts";
import { type BatchScene, reportContext } from "../../tests/factories/report-scene.ts";
import type { Context } from "../context.ts";

let ctx: Context;
let desk: ReportDesk;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ ctx, end } = await reportContext({ MAIL_BCC: ["ops@example.org"] }));
  desk = reportDesk(ctx);
});

afterAll(() => end());

describe("who gets it", () => {
  test("nobody: the report is kept and no mail is made", async () => {
    const { batchId, saved } = await desk.reported({ jobs: [done], suppressed: true });
    expect(saved.mailId).toBeNull();
    expect(await desk.count(batchId)).toEqual([1, 0]);
    expect(Object.keys(await desk.attachmentsOf(saved.reportId))).toHaveLength(3);
    expect(await desk.told(batchId)).toEqual(["Completed"]);
  });

  test("who asked for it by the deposit, though its collection sends none", async () => {
    const deposit = { notification: "me@example.org" };
    const { saved } = await desk.reported({ jobs: [failed], suppressed: true, deposit });
    expect((await desk.mailOf(saved.reportId))?.payload).toMatchObject({ to: ["me@example.org"], bcc: [] });
  });

  test("the deposit's own address in place of the profile's", async () => {
    const { saved } = await desk.reported({ jobs: [done], deposit: { notification: "me@example.org" } });
    expect((await desk.mailOf(saved.reportId))?.payload.to).toEqual(["me@example.org"]);
  });

  test("operators alone when the deposit's address is none", async () => {
    const { saved } = await desk.reported({
      jobs: [done],
      deposit: { notification: "a@example.org\r\nBcc: evil@example.org" },
    });
    expect((await desk.mailOf(saved.reportId))?.payload).toMatchObject({ to: [], bcc: ["ops@example.org"] });
  });

  test("who deposited it, by their account, beside the profile's", async () => {
    const { id: submitterId, email } = await makePerson(ctx.db, "depositor");
    const { saved } = await desk.reported({ jobs: [done], submitterId });
    expect((await desk.mailOf(saved.reportId))?.payload.to).toEqual([email, "team@example.org"]);
  });

  test.each<[string, Partial<BatchScene>, boolean]>([
    ["their account is closed", {}, true],
    ["the deposit says no", { deposit: { notifySubmitter: "false" } }, false],
    ["the deposit names another address", { deposit: { notification: "team@example.org" } }, false],
    ["it is a signed batch", { kind: "LedgerBatch" }, false],
  ])("... not when %s", async (_, scene, banned) => {
    const { id: submitterId } = await makePerson(ctx.db, "depositor");
    await ctx.db.user.update({ where: { id: submitterId }, data: { banned } });
    const { saved } = await desk.reported({ jobs: [done], submitterId, ...scene });
    expect((await desk.mailOf(saved.reportId))?.payload.to).toEqual(["team@example.org"]);
  });
});
