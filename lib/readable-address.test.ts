import { expect, it } from "vitest";
import { readableAddress } from "./readable-address.ts";

it.each(["/", "/batches/bid-1?a=%", "/batches/%E0%A4%A7", "*", "/a%2Fb", "/api/v1/jobs?q=%zz"])(
  "%s is left as it is",
  (address) => {
    expect(readableAddress(address)).toBe(address);
  },
);

it.each([
  ["/%", "/%25"],
  ["/batches/%E0%A4%A", "/batches%2F%25E0%25A4%25A"],
  ["/%?a=b", "/%25"],
  ["/api/%", "/api/%25"],
  ["/api/v1/batches/%zz", "/api/v1%2Fbatches%2F%25zz"],
  ["/poster/state/%ff", "/poster/~/state%2F%25ff"],
  ["/apis/%", "/apis%2F%25"],
  ["http://x.example.org/%", "/ttp%3A%2F%2Fx.example.org%2F%25"],
])("%s becomes %s, where nothing is", (address, nothing) => {
  expect(readableAddress(address)).toBe(nothing);
  expect(() => decodeURIComponent(nothing)).not.toThrow();
});
