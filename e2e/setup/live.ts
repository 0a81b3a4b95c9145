import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The page has come to life; a crowded machine may take long over that. */
export const live = (page: Page) =>
  expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
