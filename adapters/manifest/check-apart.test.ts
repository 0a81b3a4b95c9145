import { describe, expect, it } from "vitest";
import { checkManifest } from "../../core/manifest/check-manifest.ts";
import { openManifestChecks } from "./check-apart.ts";

const check = openManifestChecks({ fromSources: true });
const HEAD = "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-batch-manifest\n";
const row = (at: number) => `https://h.example.org/${at}.checkm |  |  | 1\n`;

async function* chunksOf(text: string, size = 10_000): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function manifest(rows: number, more = ""): string {
  return `${HEAD}${Array.from({ length: rows }, (_, at) => row(at)).join("")}${more}#%eof\n`;
}

describe("checks of manifests on a thread", () => {
  it.each([
    ["a few rows, in place", 3],
    ["many rows, on a thread", 5_000],
  ])("come to the same: %s", async (_, rows) => {
    const text = manifest(rows, "ftp://h.example.org/a |  |  | 1\n");
    const verdict = await check("ManifestOfManifests", chunksOf(text));
    expect(verdict).toEqual(await checkManifest("ManifestOfManifests", chunksOf(text)));
    expect(verdict.summary).toMatchObject({ rows, problems: 1, lines: rows + 4 });
    expect(verdict.declaredBytes).toBe(rows);
    expect(verdict.problems).toMatchObject([{ line: rows + 3, code: "url_scheme" }]);
  });

  it("leave this thread free while they run", async () => {
    let isDone = false;
    const checked = check("ManifestOfManifests", chunksOf(manifest(30_000), 8_000_000)).then((verdict) => {
      isDone = true;
      return verdict;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await checked).summary).toMatchObject({ rows: 30_000, problems: 0 });
    expect(turns).toBeGreaterThan(10);
  });

  it("read to the end after the verdict, and hand on what the reader throws", async () => {
    let read = 0;
    async function* counted() {
      for await (const chunk of chunksOf(`${HEAD}${"x\n".repeat(100_000)}`)) {
        read += chunk.length;
        yield chunk;
      }
    }
    expect((await check("ManifestOfManifests", counted())).summary.problems).toBe(10_001);
    expect(read).toBe(HEAD.length + 200_000);
    async function* broken() {
      yield* chunksOf(manifest(5_000));
      throw new Error("the disk is gone");
    }
    await expect(check("ManifestOfManifests", broken())).rejects.toThrow("the disk is gone");
  });

  it("wait for one another without being lost", async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 5 }, (_, at) => check("ManifestOfManifests", chunksOf(manifest(3_000 + at)))),
    );
    expect(verdicts.map(({ summary }) => summary.rows)).toEqual([3_000, 3_001, 3_002, 3_003, 3_004]);
  });
});
