import type { Page } from "@playwright/test";
import type { Product } from "./product.ts";

/** Starts a task as whoever is signed in on the page. @returns its id */
export async function startTask(page: Page, product: Product, name: string, input: object): Promise<string> {
  const headers = { origin: product.url, "idempotency-key": `"${Math.random()}"` };
  const answer = await page.request.post(`${product.url}/api/v1/tasks/${name}`, { headers, data: input });
  if (!answer.ok()) throw new Error(`the task was not started: ${await answer.text()}`);
  const { id } = (await answer.json()) as { readonly id: string };
  return id;
}
