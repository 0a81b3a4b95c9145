import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOf, openPayloadBench, type PayloadBench } from "../../tests/servers/payload-bench.ts";
import { onBothRoads } from "../../tests/servers/payload-roads.ts";

const BODY = "The bytes of a payload.\n";
const PAGE = {
  kind: "file",
  body: "<html>",
  headers: { "content-type": "text/html; charset=utf-8" },
} as const;

let bench: PayloadBench;
beforeEach(async () => {
  bench = await openPayloadBench();
});
afterEach(() => bench.close());

onBothRoads(() => {
  describe("fetch over HTTP", () => {
    it("brings a file under its name, private, with its facts", async () => {
      bench.source.serve("/a", {
        kind: "file",
        body: BODY,
        headers: { "content-type": "Text/Plain; charset=utf-8" },
      });
      const fetched = await bench.fetch("/a", { declaredSize: 24, declaredDigest: digestOf("md5", BODY) });
      expect(fetched).toEqual({
        size: 24,
        sha256: digestOf("sha-256", BODY).value,
        mediaType: "text/plain",
        attempts: 1,
        lengthKnown: true,
      });
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
      expect((await stat(join(bench.folder, "1"))).mode & 0o777).toBe(0o600);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("asks for the bytes as they are", async () => {
      bench.source.serve("/a", { kind: "file", body: BODY });
      await bench.fetch("/a");
      expect(bench.source.requests[0]?.headers).toMatchObject({
        "accept-encoding": "identity",
        host: bench.source.host,
      });
    });

    it.each([
      ["length", true],
      ["chunked", true],
      ["close", false],
    ] as const)("takes a body framed by %s; its length is known: %s", async (framing, lengthKnown) => {
      bench.source.serve("/a", { kind: "file", body: BODY, framing });
      expect(await bench.fetch("/a")).toMatchObject({ size: 24, lengthKnown });
      bench.source.serve("/a", { kind: "file", body: BODY, framing });
      expect(await bench.fetch("/a", { declaredSize: 24 })).toMatchObject({ lengthKnown: true });
    });

    it("brings an empty file", async () => {
      bench.source.serve("/a", { kind: "file", body: "" });
      expect(await bench.fetch("/a", { declaredSize: 0 })).toMatchObject({ size: 0 });
      expect(await bench.names()).toEqual(["1"]);
    });

    it("brings a file of many chunks", async () => {
      const body = Buffer.alloc(3_000_000, "0123456789");
      bench.source.serve("/a", { kind: "file", body });
      expect(await bench.fetch("/a")).toMatchObject({
        size: 3_000_000,
        sha256: digestOf("sha-256", body).value,
      });
      expect(body.equals(await readFile(join(bench.folder, "1")))).toBe(true);
    });

    it("keeps its connection from file to file, also after a small error page", async () => {
      bench.source.serve("/a", { kind: "file", body: BODY });
      for (let count = 0; count < 5; count += 1) await bench.fetch("/a");
      await bench.fail("/missing");
      await bench.fetch("/a");
      expect(bench.source.connections()).toBe(1);
    });

    it("sends the credentials of the address as Basic authorization and never shows them", async () => {
      const url = bench.source.url("/a").replace("http://", "http://us%40er:p%3Ass@");
      bench.source.serve("/a", { kind: "file", body: BODY });
      await bench.fetch("/a", { url });
      expect(bench.source.requests[0]?.headers.authorization).toBe(
        `Basic ${Buffer.from("us@er:p:ss").toString("base64")}`,
      );

      bench.source.serve("/a", { kind: "status", status: 401 });
      const error = await bench.fail("/a", { url });
      expect(error.message).toContain(`http://***@${bench.source.host}/a`);
      expect(error.message).not.toMatch(/us%40er|p%3Ass|us@er|p:ss/);
    });
  });

  describe("an answer that does not bring the file", () => {
    it.each([
      [401, "source_refused", 1],
      [403, "source_refused", 1],
      [404, "source_not_found", 1],
      [410, "source_not_found", 1],
      [400, "source_refused", 1],
      [204, "source_refused", 1],
      [304, "source_refused", 1],
      [206, "source_refused", 1],
      [408, "source_timeout", 3],
      [425, "source_unreachable", 3],
      [429, "source_unreachable", 3],
      [500, "source_unreachable", 3],
      [503, "source_unreachable", 3],
    ])("%s is %s after %s tries", async (status, code, tries) => {
      bench.source.serve("/a", { kind: "status", status });
      const error = await bench.fail("/a");
      expect(error.code).toBe(code);
      expect(error.message).toContain(
        `Could not fetch ${bench.source.url("/a")}: the source answered ${status}`,
      );
      expect(error.message.includes(`Waybill tried ${tries} times.`)).toBe(tries > 1);
      expect(bench.source.requests).toHaveLength(tries);
      expect(await bench.names()).toEqual([]);
    });

    it("says everything a person needs", async () => {
      bench.source.serve("/a", { kind: "status", status: 503 });
      expect((await bench.fail("/a")).message).toBe(
        `Could not fetch ${bench.source.url("/a")}: the source answered 503 Service Unavailable. Waybill tried 3 times. Try again later, or ask the owner of the source.`,
      );
    });

    it("is asked again after a growing wait, and no sooner than the source says", async () => {
      const busy = { kind: "status", status: 503 } as const;
      const told = { kind: "status", status: 429, headers: { "retry-after": "2" } } as const;
      bench.source.serve("/a", [busy, told, { kind: "file", body: BODY }]);
      expect(await bench.fetch("/a")).toMatchObject({ attempts: 3 });
      expect(bench.waitsMs).toEqual([250, 2_000]);
    });

    it("gives up rather than wait beyond the deadline", async () => {
      bench.source.serve("/a", { kind: "status", status: 503, headers: { "retry-after": "60" } });
      const before = Date.now();
      const error = await bench.fail("/a");
      expect(error.code).toBe("source_unreachable");
      expect(error.retryAt?.getTime()).toBeGreaterThanOrEqual(before + 60_000);
      expect(bench.source.requests).toHaveLength(1);
    });
  });

  describe("a file that is not what was declared", () => {
    it("is not taken when its announced size differs", async () => {
      bench.source.serve("/a", { kind: "file", body: BODY });
      const error = await bench.fail("/a", { declaredSize: 23 });
      expect(error.code).toBe("size_mismatch");
      expect(error.message).toContain("it has 24 bytes, but 23 were declared. Correct the manifest");
      expect(await bench.names()).toEqual([]);
    });

    it("is not taken when its digest differs", async () => {
      bench.source.serve("/a", { kind: "file", body: BODY });
      const error = await bench.fail("/a", { declaredDigest: { algorithm: "crc-32", value: "00000000" } });
      expect(error.code).toBe("digest_mismatch");
      expect(error.message).toMatch(
        /its CRC-32 is [0-9a-f]{8}, but 00000000 was declared\. Correct the manifest/,
      );
      expect(bench.source.requests).toHaveLength(1);
      expect(await bench.names()).toEqual([]);
    });

    it.each(["chunked", "close"] as const)(
      "is too short when a body framed by %s ends early",
      async (framing) => {
        bench.source.serve("/a", { kind: "file", body: BODY, framing });
        const error = await bench.fail("/a", { declaredSize: 100 });
        expect(error.code).toBe(framing === "close" ? "source_closed_early" : "size_mismatch");
        expect(await bench.names()).toEqual([]);
      },
    );

    it("is stopped at the first byte too many", async () => {
      const body = Buffer.alloc(5_000_000);
      bench.source.serve("/a", {
        kind: "file",
        body,
        framing: "chunked",
        pace: { bytes: 1_000, everyMs: 1 },
      });
      const error = await bench.fail("/a", { declaredSize: 5_000 });
      expect(error.code).toBe("size_mismatch");
      expect(error.message).toContain("it has more than 5000 bytes, but 5000 were declared");
      expect(await bench.names()).toEqual([]);
    });

    it.each(["length", "chunked"] as const)(
      "is stopped at the most that is taken without a declared size (%s)",
      async (framing) => {
        bench.source.serve("/a", { kind: "file", body: Buffer.alloc(2_000), framing });
        const error = await bench.fail("/a", { maxBytes: 1_999 });
        expect(error.code).toBe("source_too_large");
        expect(error.message).toContain("it has more than 1999 bytes");
        expect(await bench.names()).toEqual([]);
        bench.source.serve("/a", { kind: "file", body: Buffer.alloc(2_000), framing });
        expect(await bench.fetch("/a", { maxBytes: 2_000 })).toMatchObject({ size: 2_000 });
      },
    );

    it("may be an error page sent as 200", async () => {
      bench.source.serve("/a", PAGE);
      expect((await bench.fail("/a", { declaredSize: 24 })).message).toContain("the source sent a web page");
      const error = await bench.fail("/a", { declaredDigest: digestOf("md5", BODY) });
      expect(error.code).toBe("digest_mismatch");
      expect(error.message).toContain("the source sent a web page");
    });

    it.each([
      ["content-encoding", "gzip"],
      ["content-encoding", "x-gzip"],
      ["content-encoding", "identity, br"],
    ])("is refused when it comes with %s %s", async (header, coding) => {
      bench.source.serve("/a", { kind: "file", body: BODY, headers: { [header]: coding } });
      const error = await bench.fail("/a");
      expect(error.code).toBe("source_refused");
      expect(error.message).toContain("the source sends it compressed, though asked for the file as it is");
      expect(await bench.names()).toEqual([]);
    });

    it("is taken when its coding is none", async () => {
      bench.source.serve("/a", { kind: "file", body: BODY, headers: { "content-encoding": "identity" } });
      expect(await bench.fetch("/a")).toMatchObject({ size: 24 });
    });
  });

  describe("a file that is there already", () => {
    const declared = { declaredSize: 24, declaredDigest: digestOf("md5", BODY) };

    it.each(["1", "1.part"])("as %s is verified and not fetched", async (name) => {
      await writeFile(join(bench.folder, name), BODY);
      const fetched = await bench.fetch("/a", declared);
      expect(fetched).toEqual({
        size: 24,
        sha256: digestOf("sha-256", BODY).value,
        attempts: 0,
        lengthKnown: true,
      });
      expect(await bench.names()).toEqual(["1"]);
      expect(bench.source.requests).toEqual([]);
    });

    it.each(["1", "1.part"])("as %s but damaged is fetched anew", async (name) => {
      await writeFile(join(bench.folder, name), BODY.replace("T", "t"));
      bench.source.serve("/a", { kind: "file", body: BODY });
      expect(await bench.fetch("/a", declared)).toMatchObject({ attempts: 1 });
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("is fetched anew when no digest says that it is whole", async () => {
      await writeFile(join(bench.folder, "1"), "old");
      bench.source.serve("/a", { kind: "file", body: BODY });
      expect(await bench.fetch("/a", { declaredSize: 24 })).toMatchObject({ attempts: 1 });
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
    });
  });
});
