import { describe, expect, it } from "vitest";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import { auditFacts, targetPage, targetWords, viaWords } from "./audit-words.model.ts";

const JOB = "jid-0b0f0a0c-1111-4222-8333-444455556666";
const BATCH = "bid-0b0f0a0c-1111-4222-8333-444455556666";

function row(given: Partial<AuditRow>): AuditRow {
  return {
    id: "1",
    at: "2026-01-01T00:00:00.000Z",
    actor: { id: "p1", name: "Anna", email: "anna@example.org" },
    via: "session",
    token: null,
    address: null,
    action: "person.close",
    kind: "account",
    words: "Closed an account",
    target: { kind: "person", id: "p2", name: "Dana" },
    reason: null,
    before: null,
    after: null,
    ...given,
  };
}

const at = (kind: AuditRow["target"]["kind"], id: string, name: string | null = null) => ({
  target: { kind, id, name },
});

describe("targetPage", () => {
  it.each<[string, Partial<AuditRow>, string | undefined]>([
    ["a person", {}, "/people/p2"],
    ["an e-mail nobody has", at("person", "x@example.org"), undefined],
    ["an own token", at("token", "t1", "nightly"), "/people/p1"],
    ["somebody else's token", { ...at("token", "t1"), before: { owner: "p2" } }, "/people/p2"],
    ["a lane", at("lane", "a b/c"), "/lanes/a%20b%2Fc"],
    ["one job of many", at("jobs", JOB), `/jobs/${JOB}`],
    ["the jobs of a batch", at("jobs", BATCH), `/batches/${BATCH}`],
    ["the jobs of a collection", at("jobs", "maps"), "/collections/maps"],
    ["jobs of everywhere", at("jobs", "jobs"), undefined],
    ["a callback", { ...at("callback", "c1"), after: { job: JOB } }, `/jobs/${JOB}`],
    ["a check", at("check", "r1"), "/checks?run=r1"],
    ["the intake", at("intake", "intake"), undefined],
    ["an act of a newer version", at(null, "p2"), undefined],
  ])("of %s", (_, given, page) => {
    expect(targetPage(row(given))).toBe(page);
  });
});

describe("targetWords", () => {
  it.each<[string, Partial<AuditRow>, string | undefined]>([
    ["a name where there is one", {}, "Dana"],
    ["else the id", at("job", JOB), JOB],
    ["nothing of who acted", at("person", "p1", "Anna"), undefined],
    [
      "nothing of an e-mail that stands beside",
      {
        ...at("person", "x@example.org"),
        actor: { id: null, name: "x@example.org", email: "x@example.org" },
      },
      undefined,
    ],
    ["nothing of the intake", at("intake", "intake"), undefined],
  ])("%s", (_, given, words) => {
    expect(targetWords(row(given))).toBe(words);
  });
});

describe("auditFacts", () => {
  it("puts what was beside what became of it", () => {
    const before = { collections: [], role: "viewer" };
    const after = { collections: ["maps", "photos"], sessionsEnded: 2, filter: { state: "Failed" } };
    expect(auditFacts({ before, after })).toEqual([
      { name: "collections", from: "none", to: "maps, photos" },
      { name: "role", from: "viewer" },
      { name: "sessions ended", to: "2" },
      { name: "filter", to: '{"state":"Failed"}' },
    ]);
  });

  it("is empty when nothing was written", () => {
    expect(auditFacts({ before: null, after: null })).toEqual([]);
  });
});

describe("viaWords", () => {
  it("names the token", () => {
    expect(viaWords({ via: "token", token: { id: "t", name: "nightly" } })).toBe("by API token nightly");
  });
});
