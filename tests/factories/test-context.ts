import { openManifestChecks } from "../../adapters/manifest/check-apart.ts";
import type { Actor } from "../../core/access/roles.ts";
import { Env } from "../../lib/env.ts";
import { createLog } from "../../lib/log.ts";
import { type Context, makeContext } from "../../operations/context.ts";
import { Changes } from "../../prisma/changes.ts";
import { connect } from "../../prisma/client.ts";
import { testDatabase } from "../setup/database.ts";

/** A database of its own with contexts on it. Call `end` in afterAll. */
export type TestContext = {
  readonly url: string;
  /** The database as the owner of its tables. */
  readonly ownerUrl: string;
  /** As Waybill itself. */
  readonly ctx: Context;
  as(actor: Actor): Context;
  end(): Promise<void>;
};

export async function testContext(): Promise<TestContext> {
  const database = await testDatabase();
  const db = connect(database.url, { max: 4, name: "test" });
  const changes = new Changes(db, (error) => {
    throw error;
  });
  const ctx = makeContext({
    db,
    changes,
    env: Env.parse({
      DATABASE_URL: database.url,
      AUTH_SECRET: "x".repeat(32),
      PUBLIC_URL: "https://waybill.example.org/",
    }),
    log: createLog("silent", "test"),
    checkManifest: openManifestChecks({ fromSources: true }),
  });
  return {
    url: database.url,
    ownerUrl: database.ownerUrl,
    ctx,
    as: (actor) => ({ ...ctx, actor }),
    async end() {
      await changes.flush();
      await db.$disconnect();
      await database.drop();
    },
  };
}
