import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { Product } from "./product.ts";
import { expectStates } from "./states.ts";
import { expect } from "./test.ts";

/** A collection of its own whose callbacks go to a receiver, with a lane of its own. */
export async function addHookedCollection(
  { db }: Product,
  { slug, callbackUrl, host }: { readonly slug: string; readonly callbackUrl: string; readonly host: string },
): Promise<void> {
  const lane = await db.lane.create({ data: { id: randomUUID(), serviceId: slug } });
  const settings = ProfileSettings.parse({ callbackUrl, privateSources: [host] });
  const profiles = { create: { id: randomUUID(), version: 1, settings, createdBy: "e2e" } };
  await db.collection.create({ data: { id: randomUUID(), slug, name: slug, laneId: lane.id, profiles } });
}

/** Deposits one small file by the API, with the session of the page, and waits until it is stored. Answers its job. */
export async function depositToHooked(page: Page, product: Product, slug: string): Promise<string> {
  const answer = await page.request.post(`/api/v1/batches?collection=${slug}&filename=map.txt&type=file`, {
    headers: { origin: product.url },
    data: Buffer.from(randomUUID()),
  });
  expect(answer.status()).toBe(202);
  const { batch } = await answer.json();
  await expectStates(product, batch.id, "Completed", ["Completed"]);
  return (await product.db.job.findFirstOrThrow({ where: { batchId: batch.id } })).id;
}
