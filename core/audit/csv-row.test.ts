import { expect, it } from "vitest";
import type { AuditRow } from "../contracts/audit-views.ts";
import { AUDIT_HEADINGS, auditCells } from "./csv-row.ts";

const FULL: AuditRow = {
  id: "1",
  at: "2026-01-31T14:32:05.000Z",
  actor: { id: "p1", name: "Ada", email: "ada@example.org" },
  via: "token",
  token: { id: "t1", name: "nightly" },
  address: "192.0.2.1",
  action: "collection.hold",
  kind: "hold",
  words: "Held a collection",
  target: { kind: "collection", id: "maps", name: "Maps" },
  reason: "moving",
  before: { held: false },
  after: { held: true },
};
const BARE: AuditRow = {
  ...FULL,
  actor: { id: null, name: "somebody", email: null },
  token: null,
  address: null,
  target: { kind: null, id: "maps", name: null },
  reason: null,
  before: null,
  after: null,
};

const told = (row: AuditRow) =>
  Object.fromEntries(auditCells(row).map((cell, at) => [AUDIT_HEADINGS[at], cell]));

it("every fact stands below its heading, and nothing where there is none", () => {
  const same = { at: "2026-01-31T14:32:05.000Z", via: "token", action: "collection.hold" };
  expect(told(FULL)).toEqual({
    ...same,
    who: "Ada",
    email: "ada@example.org",
    person: "p1",
    token: "nightly",
    token_id: "t1",
    address: "192.0.2.1",
    what: "Held a collection",
    about: "collection",
    target: "maps",
    target_name: "Maps",
    reason: "moving",
    before: '{"held":false}',
    after: '{"held":true}',
  });
  expect(told(BARE)).toEqual({
    ...same,
    who: "somebody",
    email: "",
    person: "",
    token: "",
    token_id: "",
    address: "",
    what: "Held a collection",
    about: "",
    target: "maps",
    target_name: "",
    reason: "",
    before: "",
    after: "",
  });
});
