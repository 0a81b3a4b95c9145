import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storePayload } from "../../adapters/upload/store-payload.ts";
import type { Role } from "../../core/access/roles.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import type { Context } from "../context.ts";
import { submitBatch } from "./submit.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await makeInstallation();
});
afterAll(() => installation.end());

async function as(role: Role): Promise<{ readonly ctx: Context; readonly email: string }> {
  const { ctx } = installation;
  const maps = await ctx.db.collection.findUniqueOrThrow({ where: { slug: "maps" } });
  const actor = await makePerson(ctx.db, role, [{ ...maps, profileVersionId: "" }]);
  return { ctx: { ...ctx, actor }, email: `${actor.id}@example.org` };
}

async function submit(ctx: Context, notification: string) {
  const rules = { folder: ctx.env.WORKING_STORAGE, maxBytes: ctx.env.UPLOAD_MAX_BYTES };
  const fields = { collection: "maps", type: "file", filename: "a.txt", notification };
  const { batchId } = await submitBatch(ctx, {
    receive: async () => ({
      ...(await storePayload(Readable.from([Buffer.from("a")]), rules)),
      fields,
      filename: "a.txt",
    }),
    idempotencyKey: null,
    userAgent: "test",
  });
  const batch = await ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
  return batch.deposit;
}

describe("the address that gets the report", () => {
  it("is a depositor's own, in any case", async () => {
    const { ctx, email } = await as("depositor");
    expect(await submit(ctx, email)).toMatchObject({ notification: email });
    // the case of the host is ignored
    const [name = ""] = email.split("@");
    expect(await submit(ctx, email.toUpperCase())).toMatchObject({
      notification: `${name.toUpperCase()}@example.org`,
    });
  });

  it.each(["somebody@example.org", "team@example.org"])(
    "is no other one for a depositor: %s",
    async (notification) => {
      const { ctx, email } = await as("depositor");
      const before = await ctx.db.batch.count();
      await expect(submit(ctx, notification)).rejects.toMatchObject({
        code: "not_allowed",
        message: `Your role (depositor) can have the report sent to your own address only, ${email}. Correct notification or leave it out, or ask an operator.`,
      });
      const other = await as("depositor");
      await expect(submit(ctx, other.email)).rejects.toMatchObject({ code: "not_allowed" });
      expect(await ctx.db.batch.count()).toBe(before);
    },
  );

  it.each(["operator", "admin"] as const)("is any one for an %s", async (role) => {
    const { ctx } = await as(role);
    expect(await submit(ctx, "somebody@example.org")).toMatchObject({ notification: "somebody@example.org" });
  });
});
