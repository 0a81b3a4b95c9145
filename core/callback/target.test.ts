import { expect, it } from "vitest";
import { targetOf } from "./target.ts";

const [OLD, NEW] = ["https://old.example.org/", "https://new.example.org/"];
const kept = (callbackUrl: string | null, callbackSealed: string | null) => ({
  settings: { callbackUrl },
  callbackSealed,
});

it.each([
  ["pinned", NEW, OLD, "sealed old"],
  ["present", NEW, NEW, "sealed new"],
  ["present", null, OLD, "sealed old"],
])(
  "a callback to the %s address goes, when the present one is %s, to %s",
  (address, present, url, sealed) => {
    const target = targetOf(address, {
      pinned: kept(OLD, "sealed old"),
      present: kept(present, "sealed new"),
    });
    expect([target.settings.callbackUrl, target.callbackSealed]).toEqual([url, sealed]);
  },
);
