import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const NEEDED = { DATABASE_URL: "postgresql://127.0.0.1/x", AUTH_SECRET: "x".repeat(32) };
const ETCD = {
  SEQUENCER_STORE: "etcd",
  ETCD_URL: "https://one.example.org:2379, https://two.example.org:2379",
};

describe("the sequencer's settings", () => {
  it("name PostgreSQL if nothing is said, and then nothing of etcd is needed", () => {
    expect(readEnv(NEEDED)).toMatchObject({ SEQUENCER_STORE: "postgres", ETCD_URL: [] });
  });

  it("name the members of an etcd", () => {
    const urls = ["https://one.example.org:2379", "https://two.example.org:2379"];
    expect(readEnv({ ...NEEDED, ...ETCD })).toMatchObject({ SEQUENCER_STORE: "etcd", ETCD_URL: urls });
  });

  it.each([
    ["no address", { SEQUENCER_STORE: "etcd" }, "ETCD_URL: is needed with SEQUENCER_STORE=etcd"],
    ["another store", { SEQUENCER_STORE: "redis" }, "SEQUENCER_STORE: "],
    [
      "an address without its scheme",
      { ...ETCD, ETCD_URL: "one.example.org:2379" },
      "ETCD_URL: must be addresses such as",
    ],
    [
      "a password in the address",
      { ...ETCD, ETCD_URL: "https://a:secret@one.example.org" },
      "ETCD_URL: must be addresses such as",
    ],
    [
      "a user without a password",
      { ...ETCD, ETCD_USER: "waybill" },
      "ETCD_USER, ETCD_PASSWORD: set both, or neither",
    ],
    ["a prefix that is a path of its own", { ...ETCD, ETCD_PREFIX: "/a//b" }, "ETCD_PREFIX: must be names"],
    ["no patience", { ...ETCD, ETCD_TIMEOUT_MS: "10" }, "ETCD_TIMEOUT_MS: "],
  ])("are refused with a sentence that says what is wrong: %s", (_, settings, words) => {
    expect(() => readEnv({ ...NEEDED, ...settings })).toThrow(words);
    expect(() => readEnv({ ...NEEDED, ...settings })).not.toThrow("secret");
  });
});
