import { trimEndOf } from "../trim-signs.ts";
import type { EzidElements } from "./ezid-anvl.ts";

/** What EZID is told about an object. `target`: address its landing pages lie below. `coOwner`: EZID user that is to own the identifier. */
export type EzidFacts = {
  readonly jobId: string;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
  readonly target: string | null;
  readonly coOwner: string | null;
};

/** What stands for a value nobody gave. Source: EZID API guide, "Metadata requirements & mapping". */
const UNASSIGNED = "(:unas)";
/** Most characters of one value; longer ones are cut. Source: Merritt's metadataDisplaySize. */
const LONGEST = 3_500;
/** EZID puts the identifier it minted in its place. Source: EZID API guide, "Operation: mint identifier". */
// biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
const MINTED = "${identifier}";

/**
 * Metadata of an identifier that is reserved: known to EZID alone. `waybill.job` names the job, so that one whose answer
 * was lost can be told in EZID's batch download. Source: docs/reference/identifiers.md, "What EZID is told".
 */
export function reservedRecord(facts: EzidFacts): EzidElements {
  return [["_status", "reserved"], ["_export", "no"], ...record(facts, MINTED, undefined)];
}

/** Metadata that makes an identifier public, with its final description and target. Source: as `reservedRecord`. */
export function publicRecord(ark: string, facts: EzidFacts): EzidElements {
  return [["_status", "public"], ["_export", "yes"], ...record(facts, ark, ark)];
}

/** Metadata that puts a tombstone in the place of a public identifier's target. Source: EZID API guide, "Identifier status". */
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
 * Plain elements: inside a document in `erc` EZID takes other escapes than in its bodies and parts lines at more signs, so
 * that 100% cotton or U+2028 in a title would come out otherwise. Source: EZID's impl/mapping.py, impl/erc.py.
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
