import { describe, expect, it } from "vitest";
import { callbackAddress, receiverOf, secretsOf, withoutSecrets } from "./address.ts";

const JOB = "jid-5F0C1d2e-0000-4000-8000-000000000001";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("where a callback is posted", () => {
  it.each([
    ["https://app.example.org", `https://app.example.org/mc/${JOB}`],
    ["https://app.example.org/", `https://app.example.org/mc/${JOB}`],
    ["https://app.example.org/merritt//", `https://app.example.org/merritt/mc/${JOB}`],
    ["http://ada:pw@app.example.org:8080/x", `http://ada:pw@app.example.org:8080/x/mc/${JOB}`],
    ["https://app.example.org/x?key=1#part", `https://app.example.org/x/mc/${JOB}?key=1`],
    ["nonsense", undefined],
  ])("%s", (url, wanted) => {
    expect(callbackAddress(url, JOB)).toBe(wanted);
  });

  it.each([
    ["https://ada:p%40w@App.example.org:8443/x", "app.example.org:8443"],
    ["http://[::1]:80/x", "[::1]"],
    ["nonsense", ""],
  ])("the receiver of %s is %j", (url, wanted) => {
    expect(receiverOf(url)).toBe(wanted);
  });
});

describe("what opens something in an address", () => {
  const url = "https://ada:p%40ss@app.example.org/x?key=abc123";
  it.each([
    ["the pair", "ada:p@ss"],
    ["the header", `authorization: Basic ${base64("ada:p@ss")}`],
    ["the password", "wrong password p@ss"],
    ["the password as written", "bad p%40ss"],
    ["a value of the query", "no such key abc123"],
  ])("is hidden in an answer that echoes %s", (_, text) => {
    const hidden = withoutSecrets(text, secretsOf(url, base64));
    expect(hidden).toContain("***");
    for (const secret of ["p@ss", "p%40ss", "abc123", base64("ada:p@ss")])
      expect(hidden).not.toContain(secret);
  });

  it.each(["t%6Fken-77", "token-77"])("is a name without a password: %s", (name) => {
    const secrets = secretsOf(`https://${name}@app.example.org/x`, base64);
    const text = `no such token token-77, Basic ${base64("token-77:")}, ${name}`;
    expect(withoutSecrets(text, secrets)).toBe("no such token ***, Basic ***, ***");
  });

  it("is nothing in an address without credentials", () => {
    expect(secretsOf("https://app.example.org/x", base64)).toEqual([]);
    expect(secretsOf("nonsense", base64)).toEqual([]);
  });

  it("is hidden longest first, and what is empty hides nothing", () => {
    const secrets = secretsOf("https://app.example.org/x?none=&a=abc&b=abcdef&c=ab", base64);
    expect(secrets).toEqual(["abcdef", "abc", "ab"]);
  });
});
