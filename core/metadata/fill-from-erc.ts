import type { ErcFacts } from "./read-erc.ts";

/** Fields of a form that an ERC may fill, under the names forms have for them. */
export type FilledFields = {
  readonly creator: string | undefined;
  readonly title: string | undefined;
  readonly date: string | undefined;
  readonly primaryIdentifier: string | undefined;
  readonly localIdentifier: string | undefined;
};

/**
 * The fields of a deposit's form with what its ERC says standing in for those that were left out; local ids are added to
 * those of the form. Source: docs/reference/api.md, "Deposit fields", `erc`.
 */
export function fillFromErc(form: Partial<FilledFields>, erc: ErcFacts): FilledFields {
  const { who, what, when, ark, localIds } = erc;
  return {
    creator: form.creator ?? who,
    title: form.title ?? what,
    date: form.date ?? when,
    primaryIdentifier: form.primaryIdentifier ?? ark,
    localIdentifier: [form.localIdentifier, ...localIds].filter(Boolean).join("; "),
  };
}
