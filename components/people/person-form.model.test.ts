import { describe, expect, it } from "vitest";
import { inviteRequest, readRole } from "./person-form.model.ts";

const form = new FormData();
form.set("name", " Dana ");
form.set("email", "dana@example.org ");

describe("inviteRequest", () => {
  it("trims, and has collections for depositors only", () => {
    expect(inviteRequest(form, "depositor", ["maps"])).toEqual({
      name: "Dana",
      email: "dana@example.org",
      role: "depositor",
      collections: ["maps"],
    });
    expect(inviteRequest(form, "viewer", ["maps"]).collections).toEqual([]);
  });
});

describe("readRole", () => {
  it("takes the least for what it does not know", () => {
    expect([readRole("admin"), readRole("root")]).toEqual(["admin", "viewer"]);
  });
});
