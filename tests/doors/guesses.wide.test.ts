import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlowClient } from "../uploads/slow-client.ts";
import { ADA, askRaw, type DoorSite, type Heard, openDoorSite, PASSWORD, signIn } from "./door-site.ts";

/** A page that needs no sign-in and is drawn for each request. */
const PAGE = "/sign-in";

const statusesOf = (answers: readonly Heard[]) => answers.map(({ status }) => status);
const count = (answers: readonly Heard[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function pageTimes(site: DoorSite, pages: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < pages; n += 1) {
    const { status, ms } = await askRaw(site.web, "GET", PAGE);
    expect(status).toBe(200);
    times.push(ms);
  }
  return times;
}

/** An upload that sends ten bytes every 100 ms until it is ended. */
async function beginUpload(site: DoorSite): Promise<{ end(): Promise<{ readonly status: number }> }> {
  const client = await openSlowClient(site.web.port);
  client.send(
    `POST /api/v1/batches?collection=maps&filename=slow.txt&type=file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const timer = setInterval(() => client.send("a\r\n0123456789\r\n"), 100);
  return {
    end: async () => {
      clearInterval(timer);
      client.send("0\r\n\r\n");
      const { status } = await client.answer();
      client.reset();
      return { status };
    },
  };
}

describe("a client that comes by no proxy", () => {
  let site: DoorSite;
  beforeAll(async () => {
    site = await openDoorSite();
  }, 600_000);
  afterAll(() => site?.end());

  it.each([
    ["rotating", (n: number) => ({ "x-forwarded-for": `198.51.${n}.7` })],
    ["doubled", (n: number) => ({ "x-forwarded-for": [`198.51.${n}.7`, `203.0.${n}.9`] })],
    ["listed", (n: number) => ({ "x-forwarded-for": `198.51.${n}.7, 203.0.${n}.9` })],
    ["the header routes are told by", (n: number) => ({ "x-waybill-peer": `x 198.51.${n}.7` })],
  ])("has ten guesses in 10 s, with X-Forwarded-For %s", async (_, header) => {
    // as many requests that look at nothing, so that only guessing makes the difference
    let isQuiet = true;
    const asking = Array.from({ length: 4 }, async () => {
      while (isQuiet) await askRaw(site.web, "GET", "/api/health/ready");
    });
    const quiet = median(await pageTimes(site, 25));
    isQuiet = false;
    await Promise.all(asking);
    await delay(10_100); // those of the test before are over
    const upload = await beginUpload(site);
    const answers: Heard[] = [];
    let isOver = false;
    const began = performance.now();
    const guessing = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const n = answers.length;
        answers.push(await signIn(site.web, `nobody-${n}@example.org`, "wrong horse", header(n % 250)));
      }
    });
    const times = await pageTimes(site, 25);
    isOver = true;
    await Promise.all(guessing);
    const seconds = (performance.now() - began) / 1000;
    const busy = median(times);
    console.log(
      `page ${quiet.toFixed(0)} ms under as many other requests, ${busy.toFixed(0)} ms under ${answers.length} guesses in ${seconds.toFixed(1)} s: ${count(answers, 401)} looked at`,
    );
    expect(answers.length).toBeGreaterThan(10);
    expect(count(answers, 401)).toBeLessThanOrEqual(10 * Math.ceil(seconds / 10));
    expect(count(answers, 401) + count(answers, 429)).toBe(answers.length);
    // 100 ms, and on a machine that is busy with other things too in proportion
    expect(busy).toBeLessThan(Math.max(100, 10 * quiet));
    expect((await upload.end()).status).toBe(202);
    for (const answer of answers.filter(({ status }) => status === 429).slice(-5)) {
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(JSON.parse(answer.text)).toMatchObject({ code: "too_many_requests" });
    }
    const basic = `Basic ${Buffer.from(`nobody@example.org:wrong`).toString("base64")}`;
    // ten a network are looked at in ten seconds, and some of the last ones may be over by now
    const statuses: number[] = [];
    while (statuses.length < 11 && !statuses.includes(429)) {
      const other = await askRaw(site.web, "GET", "/poster/state", { authorization: basic, ...header(99) });
      statuses.push(other.status);
    }
    expect(statuses).toContain(429);
  });
});

describe("behind a proxy that is trusted", () => {
  let site: DoorSite;
  beforeAll(async () => {
    site = await openDoorSite({ TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" });
  }, 600_000);
  afterAll(() => site?.end());

  it("the rightmost address that is no proxy counts, and nobody is locked out from elsewhere", async () => {
    const forged = (n: number) => ({ "x-forwarded-for": `198.51.${n}.7, 203.0.113.9, 10.1.2.3` });
    const answers: Heard[] = [];
    for (let n = 0; n < 14; n += 1) answers.push(await signIn(site.web, ADA, `wrong ${n}`, forged(n)));
    expect(statusesOf(answers)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const home = await signIn(site.web, ADA, PASSWORD, { "x-forwarded-for": "192.0.2.44, 10.1.2.3" });
    expect(home.status).toBe(200);
  });

  it("more guesses at once than are looked at are told when to come again", async () => {
    let refused: Heard | undefined;
    // a machine that is fast enough refuses none of 60
    for (let most = 60; !refused && most <= 240; most *= 2) {
      const all = Array.from({ length: most }, (_, n) =>
        signIn(site.web, `nobody-${most}-${n}@example.org`, "wrong horse", {
          "x-forwarded-for": `198.${18 + most / 60}.${n}.7`,
        }),
      );
      const answers = await Promise.all(all);
      console.log(`of ${most} guesses at once ${count(answers, 401)} were looked at`);
      // two are looked at and 32 wait, while others come in and some are over
      expect(count(answers, 401)).toBeGreaterThanOrEqual(34);
      expect(count(answers, 401) + count(answers, 429)).toBe(most);
      refused = answers.find(({ status }) => status === 429);
    }
    expect(refused?.headers["retry-after"]).toBe("5");
    expect(refused && JSON.parse(refused.text).detail).toContain("Try again in 5 seconds");
  });
});
