import { type AnvlPair, anvl } from "./anvl.ts";
import type { ObjectFacts } from "./facts.ts";

/** The text of mrt-ingest.txt: how the object came in. Keys in Merritt's order; the checks that were made stand before the identifiers. Source: docs/reference/storage.md, "System files". */
export function ingestFile(facts: ObjectFacts): string {
  return anvl([...depositPairs(facts), ...descriptionPairs(facts), ...outcomePairs(facts)], "\t");
}

function depositPairs(facts: ObjectFacts): readonly AnvlPair[] {
  return [
    ["ingest", facts.ingestService],
    ["submissionDate", facts.submissionDate.toISOString()],
    ["batch", facts.batchId],
    ["job", facts.jobId],
    ["userAgent", facts.submitter],
    ["file", facts.fileName],
    ["type", facts.payload],
    ["profile", facts.profile],
    ["collection", facts.collections.join("; ")],
    ["storageService", facts.storageService],
    ["storageNode", facts.storageNode],
    ["notification", facts.notification.join(";")],
  ];
}

function descriptionPairs(facts: ObjectFacts): readonly AnvlPair[] {
  return [
    ["suppliedIdentifier", facts.arkOrigin === "supplied" ? facts.ark : undefined],
    ["digestType", facts.digest?.algorithm],
    ["digestValue", facts.digest?.value],
    ["creator", facts.who],
    ["title", facts.what],
    ["date", facts.when],
    ["localIdentifier", facts.localIds.join("; ")],
    ["note", facts.note],
  ];
}

function outcomePairs(facts: ObjectFacts): readonly AnvlPair[] {
  const { packageIntegrity, containerValidity, manifestValidity, manifestIntegrity } = facts.checks;
  const checks = Object.entries({ packageIntegrity, containerValidity, manifestValidity, manifestIntegrity });
  return [
    ...checks.filter(([, result]) => result !== undefined),
    ["assignedIdentifier", facts.arkOrigin === "minted" ? facts.ark : undefined],
    ["retrievedIdentifier", facts.arkOrigin === "existing" ? facts.ark : undefined],
    ["handlers", facts.handlers.join(",")],
  ];
}
