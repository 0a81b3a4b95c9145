import { describe, expect, it } from "vitest";
import { PositionNews } from "./position-news.ts";

const never = new AbortController().signal;
const LONG_MS = 60_000;
const away = async () => Promise.reject(new Error("the database is away"));

/** Whether it has settled by now. */
async function hasSettled(wait: Promise<unknown>): Promise<boolean> {
  return Promise.race([wait.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

describe("whoever waits for a position", () => {
  it("is woken by news of a later one, and by no other", async () => {
    const news = new PositionNews(away);
    const waits = [3, 4, 5].map((after) => news.until(after, LONG_MS, never));
    news.tell(3);
    expect(await Promise.all(waits.map(hasSettled))).toEqual([false, false, false]);
    news.tell(5);
    expect(await Promise.all(waits.map(hasSettled))).toEqual([true, true, false]);
    news.end();
    await Promise.all(waits);
  });

  it("does not wait when the news came before", async () => {
    const news = new PositionNews(away);
    news.tell(7);
    await news.until(6, LONG_MS, never);
    const waits = news.until(7, LONG_MS, never);
    expect(await hasSettled(waits)).toBe(false);
    news.end();
    await waits;
  });

  it("is woken by a look when the news is lost, one look for all of them", async () => {
    let looks = 0;
    const news = new PositionNews(async () => {
      looks += 1;
      return looks;
    }, 5);
    await Promise.all(Array.from({ length: 50 }, () => news.until(3, LONG_MS, new AbortController().signal)));
    expect(looks).toBe(4);
  });

  it("goes on waiting while the database is away", async () => {
    const news = new PositionNews(away, 1);
    const began = performance.now();
    await news.until(0, 40, never);
    expect(performance.now() - began).toBeGreaterThan(35);
  });

  it("ends with the request, and with the process", async () => {
    const news = new PositionNews(away);
    const gone = new AbortController();
    const waits = news.until(0, LONG_MS, gone.signal);
    gone.abort(new Error("gone"));
    await expect(waits).rejects.toThrow("gone");
    const others = news.until(0, LONG_MS, never);
    news.end();
    await others;
    expect(news.isOver).toBe(true);
    await news.until(0, LONG_MS, never);
  });
});
