import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fetch } from "../../core/ports.ts";
import type { FileBehaviour } from "../../tests/servers/behaviours.ts";
import {
  digestOf,
  expectFailure,
  openPayloadBench,
  type PayloadBench,
} from "../../tests/servers/payload-bench.ts";
import { onBothRoads } from "../../tests/servers/payload-roads.ts";
import { createPayloadSource } from "./source.ts";

const BODY = "0123456789".repeat(1_000);
const FILE: FileBehaviour = { kind: "file", body: BODY, etag: '"one"' };
const CUT: FileBehaviour = { ...FILE, cut: { afterBytes: 4_000, by: "close", isHeld: true } };
const DECLARED = { declaredSize: 10_000, declaredDigest: digestOf("md5", BODY) };

let bench: PayloadBench;
beforeEach(async () => {
  bench = await openPayloadBench({ resumeFromBytes: 1_000 });
});
afterEach(() => bench.close());

const ranges = () => bench.source.requests.map(({ headers }) => headers.range);

/** Fetches, making the source break off each time the part file has this many bytes. */
async function fetchThroughCuts(over: Partial<Fetch> = {}, cutsAt: readonly number[] = [4_000]) {
  const fetched = bench.fetch("/a", over);
  for (const bytes of cutsAt) {
    await bench.arrived(bytes);
    bench.source.release("/a", 1);
  }
  return fetched;
}

/** Fetches until 4,000 bytes are there, then aborts, as a worker does when it is stopped. */
async function abortInMidBody(over: Partial<FileBehaviour> = {}) {
  bench.source.serve("/a", { ...FILE, pause: { afterBytes: 4_000, ms: 5_000 }, ...over });
  const controller = new AbortController();
  const fetched = bench.fetch("/a", { ...DECLARED, signal: controller.signal });
  await bench.arrived(4_000);
  controller.abort("stop");
  await expect(fetched).rejects.toBe("stop");
  expect((await stat(join(bench.folder, "1.part"))).size).toBe(4_000);
}

onBothRoads(() => {
  describe("a broken-off fetch", () => {
    it("goes on where it stopped, and counts and hashes the whole", async () => {
      bench.source.serve("/a", [
        CUT,
        { ...FILE, cut: { afterBytes: 3_000, by: "reset", isHeld: true } },
        FILE,
      ]);
      const fetched = await fetchThroughCuts(DECLARED, [4_000, 7_000]);
      expect(fetched).toMatchObject({ size: 10_000, sha256: digestOf("sha-256", BODY).value, attempts: 3 });
      expect(ranges()).toEqual([undefined, "bytes=4000-", "bytes=7000-"]);
      expect(bench.source.requests[1]?.headers["if-range"]).toBe('"one"');
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("goes on without anything declared, within the same process", async () => {
      bench.source.serve("/a", [CUT, FILE]);
      expect(await fetchThroughCuts()).toMatchObject({ size: 10_000, attempts: 2, lengthKnown: true });
      expect(ranges()).toEqual([undefined, "bytes=4000-"]);
    });

    it("goes on with a Last-Modified that is old enough", async () => {
      const dated = { lastModified: "Wed, 21 Oct 2015 07:28:00 GMT", etag: "" } as const;
      bench.source.serve("/a", [
        { ...CUT, ...dated },
        { ...FILE, ...dated },
      ]);
      await fetchThroughCuts(DECLARED);
      expect(ranges()).toEqual([undefined, "bytes=4000-"]);
      expect(bench.source.requests[1]?.headers["if-range"]).toBe("Wed, 21 Oct 2015 07:28:00 GMT");
    });

    it.each([
      [
        "the file is small",
        { body: BODY.slice(0, 900), cut: { afterBytes: 400, by: "close", isHeld: true } },
      ],
      ["the source names no version", { etag: "" }],
      ["the ETag is weak", { etag: 'W/"one"' }],
      ["the source takes no ranges", { headers: { "accept-ranges": "none" } }],
      ["the date is too young", { etag: "", lastModified: new Date().toUTCString() }],
    ] as const)("starts over when %s", async (_, over) => {
      bench.source.serve("/a", [{ ...CUT, ...over }, FILE]);
      const cutsAt = "cut" in over ? [400] : [4_000];
      expect(await fetchThroughCuts({}, cutsAt)).toMatchObject({ size: 10_000, attempts: 2 });
      expect(ranges()).toEqual([undefined, undefined]);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("starts over when the source ignores the range", async () => {
      bench.source.serve("/a", [CUT, { ...FILE, ranges: false }]);
      expect(await fetchThroughCuts(DECLARED)).toMatchObject({ size: 10_000, attempts: 2 });
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
    });

    it("starts over when the file has changed between the tries", async () => {
      const changed = BODY.replaceAll("0", "x");
      bench.source.serve("/a", [CUT, { ...FILE, body: changed, etag: '"two"' }]);
      const declared = { declaredSize: 10_000, declaredDigest: digestOf("md5", changed) };
      expect(await fetchThroughCuts(declared)).toMatchObject({ attempts: 2 });
      expect(ranges()).toEqual([undefined, "bytes=4000-"]);
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(changed);
    });

    it.each([
      ["starts elsewhere", { "content-range": "bytes 3999-9999/10000" }],
      ["ends elsewhere", { "content-range": "bytes 4000-9998/10000" }],
      ["is of another size", { "content-range": "bytes 4000-10000/10001" }],
      ["hides the size", { "content-range": "bytes 4000-9999/*" }],
      ["is not told", {}],
      ["is of another version", { "content-range": "bytes 4000-9999/10000", etag: '"two"' }],
    ])("starts over when the range that comes %s", async (_, headers) => {
      const partial = { kind: "status", status: 206, headers, body: "x".repeat(6_000) } as const;
      bench.source.serve("/a", [CUT, partial, FILE]);
      expect(await fetchThroughCuts(DECLARED)).toMatchObject({ attempts: 2 });
      expect(ranges()).toEqual([undefined, "bytes=4000-", undefined]);
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
    });

    it("starts over when the range is refused", async () => {
      bench.source.serve("/a", [CUT, { kind: "status", status: 416 }, FILE]);
      expect(await fetchThroughCuts(DECLARED)).toMatchObject({ attempts: 2 });
      expect(ranges()).toEqual([undefined, "bytes=4000-", undefined]);
    });

    it("starts over once when what was put together has the wrong digest", async () => {
      bench.source.serve("/a", [{ ...CUT, body: "x".repeat(10_000) }, FILE, FILE]);
      expect(await fetchThroughCuts(DECLARED)).toMatchObject({ attempts: 3 });
      expect(ranges()).toEqual([undefined, "bytes=4000-", undefined]);
      expect(await readFile(join(bench.folder, "1"), "utf8")).toBe(BODY);
    });

    it("keeps its bytes through an error answer", async () => {
      bench.source.serve("/a", [CUT, { kind: "status", status: 503 }, FILE]);
      expect(await fetchThroughCuts(DECLARED)).toMatchObject({ attempts: 3 });
      expect(ranges()).toEqual([undefined, "bytes=4000-", "bytes=4000-"]);
    });

    it("that ends for good leaves nothing", async () => {
      bench.source.serve("/a", [CUT, { kind: "status", status: 404 }]);
      expect((await expectFailure(fetchThroughCuts(DECLARED))).code).toBe("source_not_found");
      expect(await bench.names()).toEqual([]);
    });
  });

  describe("an aborted fetch", () => {
    it("keeps its part file, and the next process goes on", async () => {
      await abortInMidBody();
      expect(await bench.names()).toEqual(["1.part", "1.part.json"]);
      expect((await stat(join(bench.folder, "1.part"))).mode & 0o777).toBe(0o600);

      bench.source.serve("/a", FILE);
      const next = createPayloadSource({ resumeFromBytes: 1_000 });
      const request = {
        url: bench.source.url("/a"),
        to: join(bench.folder, "1"),
        maxBytes: 1e6,
        ...DECLARED,
      };
      const rules = { privateSources: [bench.source.host], hosts: [] };
      const fetched = await next.fetch({ ...request, rules, signal: new AbortController().signal });
      await next.close();
      expect(fetched).toMatchObject({ size: 10_000, attempts: 1 });
      expect(ranges()).toEqual([undefined, "bytes=4000-"]);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("is not continued by the next process when no digest is declared", async () => {
      await abortInMidBody();
      bench.source.serve("/a", FILE);
      const next = createPayloadSource({ resumeFromBytes: 1_000 });
      const rules = { privateSources: [bench.source.host], hosts: [] };
      const request = {
        url: bench.source.url("/a"),
        to: join(bench.folder, "1"),
        maxBytes: 1e6,
        declaredSize: 10_000,
      };
      await next.fetch({ ...request, rules, signal: new AbortController().signal });
      await next.close();
      expect(ranges()).toEqual([undefined, undefined]);
    });

    it("is not continued from another address", async () => {
      await abortInMidBody();
      bench.source.serve("/b", FILE);
      await bench.fetch("/b", DECLARED);
      expect(ranges()).toEqual([undefined, undefined]);
    });

    it.each(["", "{", "null", '{"urlSha256":1}'])("is not continued with the note %j", async (note) => {
      await abortInMidBody();
      await writeFile(join(bench.folder, "1.part.json"), note);
      bench.source.serve("/a", FILE);
      await bench.fetch("/a", DECLARED);
      expect(ranges()).toEqual([undefined, undefined]);
      expect(await bench.names()).toEqual(["1"]);
    });

    it("keeps no credentials beside its part file", async () => {
      const url = bench.source.url("/a?token=hush").replace("http://", "http://user:secret@");
      bench.source.serve("/a?token=hush", { ...FILE, pause: { afterBytes: 4_000, ms: 5_000 } });
      const controller = new AbortController();
      const fetched = bench.fetch("/a", { url, signal: controller.signal });
      await bench.arrived(4_000);
      controller.abort("stop");
      await expect(fetched).rejects.toBe("stop");
      expect(await readFile(join(bench.folder, "1.part.json"), "utf8")).not.toMatch(/secret|hush|user/);
    });
  });
});
