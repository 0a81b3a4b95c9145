import { isGiven, joined } from "../metadata/clean.ts";
import { readAnvl } from "../metadata/read-anvl.ts";

/** What an ERC tells of an object. `primary`: its first ARK; `localIds`: every other name, in their order. */
export type Erc = {
  readonly who: string | undefined;
  readonly what: string | undefined;
  readonly when: string | undefined;
  readonly primary: string | undefined;
  readonly localIds: readonly string[];
};

const ARK = /^(?:https?:\/\/[^\s?#]*\/)?ark:\//i;

/**
 * Reads the form field `erc` by the rules of mrt-erc.txt, but for its keys, which a person may have typed in any case, and
 * its identifiers, which are judged with those of the form.
 * Source: docs/reference/metadata.md, "mrt-erc.txt"; docs/reference/merritt-api.md, "Fields".
 */
export function readErc(text: string): Erc {
  const pairs = readAnvl(text);
  const valuesOf = (name: string) =>
    pairs.filter(({ key }) => key.toLowerCase() === name).map(({ value }) => value);
  const where = valuesOf("where").filter(isGiven);
  const primary = where.find((name) => ARK.test(name));
  return {
    who: joined(valuesOf("who")),
    what: joined(valuesOf("what")),
    when: joined(valuesOf("when")),
    primary,
    localIds: where.filter((name) => name !== primary),
  };
}
