import { describe, expect, it } from "vitest";
import { deviceOf } from "./device.model.ts";

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

describe("deviceOf", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox on Linux"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/150.0.0.0`, "Edge on Windows"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, "Chrome on macOS"],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${SAFARI}`, "Safari on iPhone"],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 10) ${CHROME}`, "Chrome on Android"],
    ["curl/8.5.0", "curl"],
    ["Mozilla/5.0 (Windows NT 10.0)", "A browser on Windows"],
    ["x", "Unknown browser"],
    ["", "Unknown browser"],
    [null, "Unknown browser"],
  ])("%s is %s", (userAgent, words) => {
    expect(deviceOf(userAgent)).toBe(words);
  });
});
