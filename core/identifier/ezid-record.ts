import { trimEndOf } from "../trim-signs.ts";
import type { EzidElements } from "./ezid-anvl.ts";

/**
 * What EZID is told about an object. `target`: the address its landing pages are below. `coOwner`: the EZID user who
 * will own the identifier.
 */
export type EzidFacts = {
  readonly jobId: string;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
  readonly target: string | null;
  readonly coOwner: string | null;
};

/** The value for anything nobody supplied. Source: EZID API guide, "Metadata requirements & mapping". */
const UNASSIGNED = "(:unas)";
/** The most characters in a value; longer ones are cut. Source: Merritt's metadataDisplaySize. */
const LONGEST = 3_500;
/**
 * A placeholder that EZID replaces with the identifier it mints. Source: EZID API guide, "Operation: mint identifier".
 */
// biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
const MINTED = "${identifier}";

/**
 * Metadata of a reserved identifier, which only EZID knows. `waybill.job` names the job, so that an identifier whose
 * answer was lost can be found in EZID's batch download. Source: docs/reference/identifiers.md, "What EZID is told".
 */
export function reservedRecord(facts: EzidFacts): EzidElements {
  return [["_status", "reserved"], ["_export", "no"], ...record(facts, MINTED, undefined)];
}

/** Metadata that makes an identifier public, with its final description and target. Source: as `reservedRecord`. */
export function publicRecord(ark: string, facts: EzidFacts): EzidElements {
  return [["_status", "public"], ["_export", "yes"], ...record(facts, ark, ark)];
}

/**
 * Metadata that replaces a public identifier's target with a tombstone. Source: EZID API guide, "Identifier status".
 */
export function tombstoneRecord(): EzidElements {
  return [["_status", "unavailable | the deposit was deleted before it was recorded"]];
}

function record(facts: EzidFacts, inTarget: string, ark: string | undefined): EzidElements {
  return [
    ["_profile", "erc"],
    ...(facts.target === null ? [] : ([["_target", below(facts.target, inTarget)]] as const)),
    ...(facts.coOwner === null ? [] : ([["_owner", facts.coOwner]] as const)),
    ...erc(facts, ark),
    ["waybill.job", facts.jobId],
  ];
}

/**
 * Separate elements, not one `erc` document: inside such a document EZID uses other escapes and more line separators
 * than in its bodies, so a title with "100% cotton" or U+2028 would come out wrong. Source: EZID's impl/mapping.py,
 * impl/erc.py.
 */
function erc({ who, what, when, localIds }: EzidFacts, ark: string | undefined): EzidElements {
  const where = [...(ark === undefined ? [] : [ark]), ...localIds].join(" ; ");
  return [
    ["erc.who", known(who)],
    ["erc.what", known(what)],
    ["erc.when", known(when)],
    ["erc.where", known(where)],
  ];
}

function known(value: string | null): string {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? UNASSIGNED : [...trimmed.slice(0, LONGEST * 2)].slice(0, LONGEST).join("");
}

function below(base: string, name: string): string {
  return `${trimEndOf(base, "/")}/${name}`;
}
