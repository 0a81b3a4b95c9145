import { expect, it } from "vitest";
import { TaskNews } from "./task-news.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;

it("wakes whoever waits, at once who was told meanwhile, and nobody for what they knew", async () => {
  const news = new TaskNews();
  const { heard } = news;
  const waits = [news.until(heard, LONG_MS, never), news.until(heard, LONG_MS, never)];
  news.tell();
  await Promise.all(waits);
  await news.until(heard, LONG_MS, never);
  let isWoken = false;
  const late = news.until(news.heard, LONG_MS, never).then(() => {
    isWoken = true;
  });
  await news.until(news.heard, 5, never);
  expect(isWoken).toBe(false);
  news.tell();
  await late;
});

it("ends with its signal, and for all with the process", async () => {
  const news = new TaskNews();
  const gone = new AbortController();
  const left = news.until(0, LONG_MS, gone.signal);
  const waits = news.until(0, LONG_MS, never);
  gone.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await expect(news.until(0, LONG_MS, gone.signal)).rejects.toThrow("gone");
  news.end();
  await waits;
  expect(news.isOver).toBe(true);
  await news.until(0, LONG_MS, never);
});
