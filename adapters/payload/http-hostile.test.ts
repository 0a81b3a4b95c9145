import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Behaviour } from "../../tests/servers/behaviours.ts";
import {
  digestOf,
  IMPATIENT,
  openPayloadBench,
  type PayloadBench,
} from "../../tests/servers/payload-bench.ts";
import { onBothRoads } from "../../tests/servers/payload-roads.ts";
import { PAYLOAD_DEFAULTS } from "./options.ts";

const BODY = "0123456789".repeat(100);
const FILE = { kind: "file", body: BODY } as const;

let bench: PayloadBench;
beforeEach(async () => {
  bench = await openPayloadBench(IMPATIENT);
});
afterEach(() => bench.close());

/** What a source does for ever, and how a fetch of 1,000 declared bytes ends. */
const LASTING: readonly (readonly [string, Behaviour, string, string | RegExp])[] = [
  [
    "says nothing",
    { kind: "hang", when: "before-headers" },
    "source_timeout",
    "the source sent nothing for 0.6 s",
  ],
  [
    "hangs after its headers",
    { kind: "hang", when: "after-headers" },
    "source_timeout",
    "the source sent nothing for 0.6 s",
  ],
  [
    "drips",
    { ...FILE, pace: { bytes: 1, everyMs: 25 } },
    "source_timeout",
    /the source is too slow, it sent \d+ bytes in \d(\.\d)? s/,
  ],
  [
    "drips in chunks",
    { ...FILE, framing: "chunked", pace: { bytes: 1, everyMs: 25 } },
    "source_timeout",
    /the source is too slow, it sent \d+ bytes in \d(\.\d)? s/,
  ],
  [
    "pauses",
    { ...FILE, pause: { afterBytes: 400, ms: 3_000 } },
    "source_timeout",
    "the source sent nothing for 0.6 s",
  ],
  [
    "resets a body framed by length",
    { ...FILE, cut: { afterBytes: 400, by: "reset" } },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "resets a chunked body",
    { ...FILE, framing: "chunked", cut: { afterBytes: 400, by: "reset" } },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "resets a body framed by close",
    { ...FILE, framing: "close", cut: { afterBytes: 400, by: "reset" } },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "closes a body framed by length",
    { ...FILE, cut: { afterBytes: 400, by: "close" } },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "closes a chunked body",
    { ...FILE, framing: "chunked", cut: { afterBytes: 400, by: "close" } },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "closes a body framed by close",
    { ...FILE, framing: "close", cut: { afterBytes: 400, by: "close" } },
    "source_closed_early",
    "ended the connection after 400 of 1000 bytes",
  ],
  [
    "sends less than it claims",
    { ...FILE, body: BODY.slice(0, 400), claimedLength: 1_000 },
    "source_closed_early",
    /broke off after \d+ bytes/,
  ],
  [
    "claims less than it sends",
    { ...FILE, claimedLength: 400 },
    "size_mismatch",
    "it has 400 bytes, but 1000 were declared",
  ],
  [
    "claims more than was declared",
    { ...FILE, claimedLength: 2_000 },
    "size_mismatch",
    "it has 2000 bytes, but 1000 were declared",
  ],
];

describe("a source that always", () => {
  it.each(LASTING)("%s", async (_, behaviour, code, why) => {
    bench.source.serve("/a", behaviour);
    const error = await bench.fail("/a", { declaredSize: 1_000, declaredDigest: digestOf("md5", BODY) });
    expect(error.code).toBe(code);
    expect(error.message).toContain(`Could not fetch ${bench.source.url("/a")}: `);
    expect(error.message).toMatch(why);
    expect(bench.source.requests).toHaveLength(code === "size_mismatch" ? 1 : 2);
    expect(await bench.names()).toEqual([]);
  });
});

describe("a source that only at first", () => {
  it.each(LASTING.filter(([, , code]) => code !== "size_mismatch"))("%s", async (_, behaviour) => {
    bench.source.serve("/a", [behaviour, FILE]);
    expect(
      await bench.fetch("/a", { declaredSize: 1_000, declaredDigest: digestOf("md5", BODY) }),
    ).toMatchObject({ attempts: 2 });
    expect(await bench.names()).toEqual(["1"]);
  });

  it.each(["reset", "close"] as const)("breaks off by %s, when nothing is declared", async (by) => {
    bench.source.serve("/a", [{ ...FILE, framing: "length", cut: { afterBytes: 400, by } }, FILE]);
    expect(await bench.fetch("/a")).toMatchObject({ size: 1_000, attempts: 2 });
  });

  it("resets a body without a length, when nothing is declared", async () => {
    bench.source.serve("/a", [{ ...FILE, framing: "close", cut: { afterBytes: 400, by: "reset" } }, FILE]);
    expect(await bench.fetch("/a")).toMatchObject({ size: 1_000, attempts: 2 });
  });

  it("ends a body without a length early, when only the digest tells", async () => {
    bench.source.serve("/a", [{ ...FILE, framing: "close", cut: { afterBytes: 400, by: "close" } }, FILE]);
    expect(await bench.fetch("/a", { declaredDigest: digestOf("md5", BODY) })).toMatchObject({
      size: 1_000,
      attempts: 2,
    });
  });
});

describe("a source that", () => {
  it("is slow but steady is waited for", async () => {
    bench.source.serve("/a", { ...FILE, pace: { bytes: 50, everyMs: 50 } });
    expect(await bench.fetch("/a")).toMatchObject({ size: 1_000, attempts: 1 });
  });

  it("takes longer than its deadline is given up at once", async () => {
    await bench.close();
    bench = await openPayloadBench({
      deadlineBaseMs: 800,
      deadlineBytesPerSecond: 1_000_000,
    });
    bench.source.serve("/a", { ...FILE, body: BODY.repeat(10), pace: { bytes: 50, everyMs: 20 } });
    const error = await bench.fail("/a");
    expect(error.code).toBe("source_timeout");
    expect(error.message).toContain("the file took longer than a file of its size may take");
    expect(bench.source.requests).toHaveLength(1);
    expect(await bench.names()).toEqual([]);
  });

  it("does not listen is tried again", async () => {
    const server = createServer();
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const host = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    await new Promise((done) => server.close(done));
    const error = await bench.fail("/a", {
      url: `http://${host}/a`,
      rules: { privateSources: [host], hosts: [] },
    });
    expect(error.code).toBe("source_unreachable");
    expect(error.message).toContain("the source refused the connection. Waybill tried 2 times.");
  });

  it.each([
    ["ENOTFOUND", "its host name is not known"],
    ["EAI_AGAIN", "its host name could not be looked up"],
  ])("has a name that ends in %s", async (code, why) => {
    await bench.close();
    const resolve = async () => {
      throw Object.assign(new Error(`getaddrinfo ${code}`), { code });
    };
    bench = await openPayloadBench({ resolve });
    const error = await bench.fail("/a", { url: "http://nowhere.example/a" });
    expect(error.code).toBe("source_unreachable");
    expect(error.message).toContain(why);
  });

  it("speaks no HTTP is unreachable", async () => {
    const server = createServer((socket) => void socket.resume().end("SSH-2.0-OpenSSH_9.2\r\n"));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const host = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    const error = await bench.fail("/a", {
      url: `http://${host}/a`,
      rules: { privateSources: [host], hosts: [] },
    });
    expect(error.code).toBe("source_unreachable");
    await new Promise((done) => server.close(done));
  });
});

onBothRoads(() => {
  describe("an abort", () => {
    beforeEach(async () => {
      await bench.close();
      bench = await openPayloadBench({
        idleTimeoutMs: 20_000,
        sleep: PAYLOAD_DEFAULTS.sleep,
        backoffBaseMs: 40_000,
      });
    });

    it.each([
      ["before headers", { kind: "hang", when: "before-headers" }],
      ["after headers", { kind: "hang", when: "after-headers" }],
      ["in mid-body", { ...FILE, pause: { afterBytes: 400, ms: 10_000 } }],
    ] as const)("%s rejects at once with its reason", async (_, behaviour) => {
      bench.source.serve("/a", behaviour);
      const controller = new AbortController();
      const reason = new Error("lease lost");
      const began = performance.now();
      setTimeout(() => controller.abort(reason), 50);
      await expect(bench.fetch("/a", { signal: controller.signal })).rejects.toBe(reason);
      expect(performance.now() - began).toBeLessThan(4_000);
    });

    it("beforehand asks nothing", async () => {
      await expect(bench.fetch("/a", { signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
      expect(bench.source.requests).toEqual([]);
    });

    it("during the wait between tries rejects at once", async () => {
      bench.source.serve("/a", { kind: "status", status: 503 });
      const controller = new AbortController();
      setTimeout(() => controller.abort("stop"), 50);
      await expect(bench.fetch("/a", { signal: controller.signal, declaredSize: 1e9 })).rejects.toBe("stop");
    });
  });
});
