import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { vi } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import { scopesOf } from "../../core/access/useful-scopes.ts";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../factories/make-person.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";

/** A person of the API: who they are, and the token they send. */
export type Client = { readonly actor: Actor; readonly token: string };

/**
 * The web's routes over a database of their own, called as Next calls them, and admins to call them. A test file that
 * uses it mocks `server-only` away. `env` may change the database's address, so that a fault stands before it.
 */
export type Web = {
  /** Straight to the database, past any fault. */
  readonly test: TestContext;
  readonly routes: Awaited<ReturnType<typeof loadRoutes>>;
  makeAdmin(): Promise<Client>;
  end(): Promise<void>;
};

async function loadRoutes() {
  const [batches, hold, resume, laneActions, laneBatches, ready, rootModule] = await Promise.all([
    import("../../app/api/v1/batches/route.ts"),
    import("../../app/api/v1/collections/[slug]/hold/route.ts"),
    import("../../app/api/v1/jobs/[id]/resume/route.ts"),
    import("../../app/api/v1/lanes/[serviceId]/actions/route.ts"),
    import("../../app/api/v1/lanes/[serviceId]/batches/route.ts"),
    import("../../app/api/health/ready/route.ts"),
    import("../../app/_server/root.ts"),
  ]);
  return { batches, hold, resume, laneActions, laneBatches, ready, root: rootModule.root };
}

export async function openWeb(
  envOf: (
    databaseUrl: string,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>,
): Promise<Web> {
  const test = await testContext();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-faults-"));
  const settings = {
    DATABASE_URL: test.url,
    AUTH_SECRET: `${randomUUID()}${randomUUID()}`,
    LOG_LEVEL: "silent",
    WORKING_STORAGE: path.join(folder, "working"),
    OBJECT_STORAGE: path.join(folder, "objects"),
    ...(await envOf(test.url)),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const routes = await loadRoutes();
  return {
    test,
    routes,
    makeAdmin: async () => {
      const actor = await makePerson(test.ctx.db, "admin");
      return {
        actor,
        token: (await createToken(test.as(actor), { name: "fault", scopes: [...scopesOf(actor.role)] }))
          .secret,
      };
    },
    end: async () => {
      await routes.root().changes.flush();
      await routes.root().db.$disconnect();
      await test.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends bytes to a route's POST, as a program would. */
export function post(
  token: string,
  address: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Request {
  return new Request(`http://127.0.0.1:3000${address}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      host: "127.0.0.1:3000",
      "content-type": "application/octet-stream",
      ...headers,
    },
    body: Buffer.from(body),
  });
}
