import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { contentDisposition, sendDownload } from "./download.ts";

const file = (given: { filename?: string; mediaType?: string } = {}) => {
  const reads = { opened: 0 };
  return {
    reads,
    download: {
      filename: given.filename ?? "map.tif",
      mediaType: given.mediaType ?? "image/tiff",
      sizeBytes: 3n,
      open: async () => {
        reads.opened += 1;
        return Readable.from([Buffer.from("abc")]);
      },
    },
  };
};

describe("sendDownload", () => {
  it("sends the bytes to be saved, never to be shown", async () => {
    const response = await sendDownload(new Request("http://127.0.0.1/x"), file().download);
    expect(await response.text()).toBe("abc");
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "no-store, no-transform",
      "content-disposition": `attachment; filename="map.tif"; filename*=UTF-8''map.tif`,
      "content-length": "3",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "content-type": "image/tiff",
      "x-content-type-options": "nosniff",
    });
  });

  it("reads nothing for HEAD", async () => {
    const { download, reads } = file();
    const response = await sendDownload(new Request("http://127.0.0.1/x", { method: "HEAD" }), download);
    expect([response.headers.get("content-length"), reads.opened]).toEqual(["3", 0]);
  });

  it.each(["text/html; charset=utf-8", "text/html\r\nx-evil: 1", "", "nonsense"])(
    "does not pass on the media type %j",
    async (mediaType) => {
      const response = await sendDownload(new Request("http://127.0.0.1/x"), file({ mediaType }).download);
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      await response.body?.cancel();
    },
  );
});

describe("contentDisposition", () => {
  it.each([
    ["plain.txt", `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
    ['a "b".txt', `attachment; filename="a _b_.txt"; filename*=UTF-8''a%20%22b%22.txt`],
    ["€ rates.pdf", `attachment; filename="_ rates.pdf"; filename*=UTF-8''%E2%82%AC%20rates.pdf`],
    ["地図.tif", `attachment; filename="__.tif"; filename*=UTF-8''%E5%9C%B0%E5%9B%B3.tif`],
    ["a/b\\c.txt", `attachment; filename="a_b_c.txt"; filename*=UTF-8''a_b_c.txt`],
    [
      "x\r\nset-cookie: a=1",
      `attachment; filename="x__set-cookie: a=1"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3D1`,
    ],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ["100%.txt", `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
    ["\ud800.txt", `attachment; filename="_.txt"; filename*=UTF-8''_.txt`],
    ["", `attachment; filename="file"; filename*=UTF-8''file`],
  ])("of %j", (filename, header) => {
    expect(contentDisposition(filename)).toBe(header);
    expect(() => new Headers({ "content-disposition": contentDisposition(filename) })).not.toThrow();
  });
});
