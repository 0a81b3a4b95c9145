import { describe, expect, it } from "vitest";
import { FeedCursor, FeedQuery } from "./feed-requests.ts";

const at = (position: number, history?: string) => ({ position, history });

describe("what is asked of the feed", () => {
  it.each([
    [{}, { after: at(0), limit: 100, wait: 0 }],
    [{ after: "0" }, { after: at(0), limit: 100, wait: 0 }],
    [
      { after: "17", limit: "1", wait: "30" },
      { after: at(17), limit: 1, wait: 30 },
    ],
    [
      { after: "9007199254740991", limit: "1000" },
      { after: at(Number.MAX_SAFE_INTEGER), limit: 1000, wait: 0 },
    ],
    [{ after: "17.0123456789ab" }, { after: at(17, "0123456789ab"), limit: 100, wait: 0 }],
    [{ after: "0017" }, { after: at(17), limit: 100, wait: 0 }],
  ])("%j is %j", (given, expected) => {
    expect(FeedQuery.parse(given)).toEqual(expected);
  });

  const CURSOR =
    "A cursor is what an answer's next said, or the position of an item, or 0 for the beginning.";
  const LIMIT = "limit is a whole number from 1 to 1000.";
  const WAIT = "wait is a whole number of seconds from 0 to 30.";

  it.each([
    ["after", "-1", CURSOR],
    ["after", "1.5", CURSOR],
    ["after", "1e3", CURSOR],
    ["after", "0x10", CURSOR],
    ["after", " 7", CURSOR],
    ["after", "+7", CURSOR],
    ["after", "seven", CURSOR],
    ["after", "9007199254740992", CURSOR],
    ["after", "99999999999999999999", CURSOR],
    ["after", "９", CURSOR],
    ["limit", "0", LIMIT],
    ["limit", "1001", LIMIT],
    ["limit", "1e2", LIMIT],
    ["limit", "Infinity", LIMIT],
    ["wait", "31", WAIT],
    ["wait", "-1", WAIT],
    ["wait", "0.5", WAIT],
    ["wait", "false", WAIT],
  ])("%s=%s is refused in a sentence", (name, text, sentence) => {
    const { error } = FeedQuery.safeParse({ [name]: text });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[[name], sentence]]);
  });

  it("names no other fields", () => {
    expect(FeedQuery.safeParse({ cursor: "1" }).success).toBe(false);
  });

  it.each(["", "x", "1,2", "-0"])("a Last-Event-ID of %j is no cursor", (text) => {
    expect(FeedCursor.safeParse(text).success).toBe(false);
  });
});
