import { describe, expect, it } from "vitest";
import { personRequest, readRole } from "./person-form.model.ts";

const form = new FormData();
form.set("name", " Dana ");
form.set("email", "dana@example.org ");
form.set("password", " keeps its spaces ");

describe("personRequest", () => {
  it("keeps the password as it is, and collections for depositors only", () => {
    expect(personRequest(form, "depositor", ["maps"])).toEqual({
      name: "Dana",
      email: "dana@example.org",
      password: " keeps its spaces ",
      role: "depositor",
      collections: ["maps"],
    });
    expect(personRequest(form, "viewer", ["maps"]).collections).toEqual([]);
  });
});

describe("readRole", () => {
  it("takes the least for what it does not know", () => {
    expect([readRole("admin"), readRole("root")]).toEqual(["admin", "viewer"]);
  });
});
