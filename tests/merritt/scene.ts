import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { createPerson } from "../../operations/person/create.ts";
import { type MadeCollection, makeCollection } from "../factories/make-collection.ts";
import { makeToken } from "../factories/make-token.ts";
import { type TestContext, testContext } from "../factories/test-context.ts";
import { basic, formBody, type Part } from "./form.ts";

export const PASSWORD = "correct horse: battery";
const ORIGIN = "https://waybill.example.org";

/** A person with every way to sign in. */
export type Caller = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly token: string;
  readonly basic: string;
};

/** How a request is sent. `as`: the header Authorization. */
export type Sending = { readonly as?: string; readonly accept?: string; readonly key?: string };

/** An installation for Merritt's routes: a collection, and a depositor granted it. */
export type Scene = {
  readonly test: TestContext;
  readonly maps: MadeCollection;
  readonly ada: Caller;
  /** The field `profile` that names the collection as Merritt does. */
  readonly profile: Part;
  caller(role: Role, collections?: readonly MadeCollection[]): Promise<Caller>;
  /** A form as a request; by ada, unless told otherwise. */
  request(address: string, parts: readonly Part[], sending?: Sending): Promise<Request>;
  /** Files of uploads that were not kept and not removed. */
  filesLeft(): Promise<readonly string[]>;
  end(): Promise<void>;
};

/** Makes a scene and sets the environment to it; routes are to be loaded afterwards. */
export async function makeScene(): Promise<Scene> {
  const test = await testContext();
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-poster-"));
  const settings = {
    DATABASE_URL: test.url,
    AUTH_SECRET: `${randomUUID()}${randomUUID()}`,
    LOG_LEVEL: "silent",
    WORKING_STORAGE: folder,
    PUBLIC_URL: `${ORIGIN}/`,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const maps = await makeCollection(test.ctx.db);
  const caller: Scene["caller"] = (role, collections = [maps]) => makeCaller(test, role, collections);
  const ada = await caller("depositor");
  return {
    test,
    maps,
    ada,
    profile: ["profile", `${maps.slug}_content`],
    caller,
    request: (address, parts, sending = {}) => makeRequest(address, parts, { as: ada.basic, ...sending }),
    filesLeft: () => readdir(path.join(folder, "uploads")).catch(() => []),
    end: async () => {
      await test.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCaller(
  test: TestContext,
  role: Role,
  collections: readonly MadeCollection[],
): Promise<Caller> {
  const [email, name] = [`${randomUUID()}@example.org`, `${role} ${randomUUID().slice(0, 4)}`];
  const slugs = collections.map(({ slug }) => slug);
  const { id } = await createPerson(test.ctx, { name, email, password: PASSWORD, role, collections: slugs });
  return { id, name, email, token: await makeToken(test.ctx.db, id), basic: basic(email, PASSWORD) };
}

async function makeRequest(address: string, parts: readonly Part[], sending: Sending): Promise<Request> {
  const { body, contentType } = await formBody(parts);
  const headers = new Headers({ host: "waybill.example.org", "content-type": contentType });
  if (sending.as) headers.set("authorization", sending.as);
  if (sending.accept) headers.set("accept", sending.accept);
  if (sending.key) headers.set("idempotency-key", sending.key);
  return new Request(ORIGIN + address, { method: "POST", headers, body });
}
