import { describe, expect, it } from "vitest";
import { ROLES } from "./roles.ts";
import { ROUTE_NEEDS } from "./route-needs.ts";
import { isScope, SCOPES } from "./scopes.ts";
import { scopesOf } from "./useful-scopes.ts";

describe("scopesOf", () => {
  it.each([
    ["admin", ["read", "deposit", "operate", "configure", "audit", "tasks"]],
    ["operator", ["read", "deposit", "operate", "tasks"]],
    ["depositor", ["read", "deposit"]],
    ["viewer", []],
  ] as const)("of %s", (role, scopes) => {
    expect(scopesOf(role)).toEqual(scopes);
    expect(ROLES).toContain(role);
  });
});

describe("ROUTE_NEEDS", () => {
  it("lets nothing be changed with `read` alone, and nothing be read with more", () => {
    for (const [route, need] of Object.entries(ROUTE_NEEDS)) {
      if (need !== "session" && need !== "audit" && need !== "tasks")
        expect([route, need === "read"]).toEqual([route, route.startsWith("GET ")]);
    }
  });

  it("keeps the audit for a scope of its own, which does nothing else", () => {
    const needing = Object.entries(ROUTE_NEEDS).filter(([, need]) => need === "audit");
    expect(needing).toEqual([["GET api/v1/audit", "audit"]]);
  });

  it("keeps tasks for a scope of their own, which does nothing else", () => {
    for (const [route, need] of Object.entries(ROUTE_NEEDS))
      expect([route, need === "tasks"]).toEqual([route, /v1\/task(s|-counts|-kinds)\b/.test(route)]);
  });

  it("keeps people, tokens and the own account for who is signed in", () => {
    for (const [route, need] of Object.entries(ROUTE_NEEDS)) {
      expect([route, need === "session"]).toEqual([route, /v1\/(people|tokens|account)\b/.test(route)]);
    }
  });
});

describe("isScope", () => {
  it("knows the six, spelled like this", () => {
    expect([...SCOPES, "session", "Read", ""].filter(isScope)).toEqual(SCOPES);
  });
});
