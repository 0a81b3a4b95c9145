import { describe, expect, it } from "vitest";
import { tooLarge } from "./too-large.ts";
import { roomForUpload } from "./upload-room.ts";
import { Uploads } from "./uploads.ts";

it.each([
  ["nothing else there", { runningBytes: 0, keptBytes: 0, comingBytes: 0 }, 1000],
  ["a job that takes nearly all, and no upload", { runningBytes: 900, keptBytes: 0, comingBytes: 0 }, 1000],
  ["an upload that waits", { runningBytes: 0, keptBytes: 300, comingBytes: 0 }, 700],
  ["one that comes in", { runningBytes: 0, keptBytes: 0, comingBytes: 300 }, 700],
  ["jobs, waiting ones and coming ones", { runningBytes: 500, keptBytes: 200, comingBytes: 100 }, 200],
  ["exactly full", { runningBytes: 0, keptBytes: 1000, comingBytes: 0 }, 0],
  ["more than full", { runningBytes: 900, keptBytes: 900, comingBytes: 0 }, 0],
])("with %s", (_, space, room) => {
  expect(roomForUpload({ quotaBytes: 1000, ...space })).toBe(room);
});

describe("uploads under way", () => {
  it("are so many for one person at a time, whoever else uploads", () => {
    const uploads = new Uploads();
    const [first, second] = [uploads.begin("ada", 2), uploads.begin("ada", 2)];
    expect([first && second !== undefined, uploads.begin("ada", 2)]).toEqual([true, undefined]);
    expect(uploads.begin("bob", 2)).toBeDefined();
    first?.end();
    first?.end();
    expect(uploads.begin("ada", 2)).toBeDefined();
    expect(uploads.begin("ada", 2)).toBeUndefined();
  });

  it("count what is kept free for each, until it ends", () => {
    const uploads = new Uploads();
    const [a, b] = [uploads.begin("ada", 9), uploads.begin("ada", 9)];
    a?.reserve(100);
    b?.reserve(30);
    a?.reserve(120);
    expect([uploads.bytes, a?.bytes, b?.bytes]).toEqual([150, 120, 30]);
    a?.end();
    a?.reserve(500);
    expect(uploads.bytes).toBe(30);
  });
});

it("one that is too large is refused with the most it may have", () => {
  expect(tooLarge(1000)).toMatchObject({ code: "too_large", message: expect.stringContaining("1000 bytes") });
});
