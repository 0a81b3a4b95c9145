import { test as base, type Page } from "@playwright/test";
import { PASSWORD, PEOPLE, type Product, startProduct } from "./product.ts";

type Role = keyof typeof PEOPLE;
type StorageState = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

type Shared = {
  /** Whether the product has a mail server. */
  readonly mail: boolean;
  readonly product: Product;
  readonly signedIn: (role: Role) => Promise<StorageState>;
};
type Each = {
  readonly as: (role: Role) => Promise<Page>;
  /** A browser of somebody's own, signed in nowhere. What its console says is not judged: a refusal is an error there. */
  readonly newBrowser: () => Promise<Page>;
};

/** Tests with the product running once for all of them, and pages signed in as a role. Pages must stay free of console errors. */
export const test = base.extend<Each, Shared>({
  mail: [false, { scope: "worker", option: true }],
  product: [
    async ({ mail }, use) => {
      const product = await startProduct({ mail });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  signedIn: [
    async ({ product, browser }, use) => {
      const states = new Map<Role, StorageState>();
      await use(async (role) => {
        const kept = states.get(role);
        if (kept) return kept;
        const context = await browser.newContext({ baseURL: product.url });
        const page = await context.newPage();
        await page.goto("/sign-in");
        await page.getByLabel("E-mail").fill(PEOPLE[role]);
        await page.getByLabel("Password").fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
        const state = await context.storageState();
        await context.close();
        states.set(role, state);
        return state;
      });
    },
    { scope: "worker" },
  ],
  as: async ({ product, signedIn, browser }, use) => {
    const complaints: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (role) => {
      const context = await browser.newContext({ baseURL: product.url, storageState: await signedIn(role) });
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      return page;
    });
    for (const context of contexts) await context.close();
    base.expect(complaints, "errors and warnings in the browser's console").toEqual([]);
  },
  newBrowser: async ({ product, browser }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: product.url });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export const { expect } = test;
