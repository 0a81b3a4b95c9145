import { DepositFields, dcField } from "../../core/contracts/deposit.ts";
import type { TypeField } from "../../core/manifest/kinds.ts";
import { DC_ELEMENTS } from "../../core/metadata/dublin-core.ts";

/** What the depositor wrote, by field name. */
export type Details = Readonly<Record<string, string>>;

/** Fields that belong to one object: not offered when several files become several deposits. */
const ONE_DEPOSIT_ONLY: readonly string[] = [
  "title",
  "localIdentifier",
  "primaryIdentifier",
  "digestType",
  "digestValue",
  ...DC_ELEMENTS.map(dcField),
];

export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** The details that are filled in and apply. */
export function filledDetails(details: Details, several: boolean): Details {
  return Object.fromEntries(
    Object.entries(details)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([name, value]) => value !== "" && !(several && ONE_DEPOSIT_ONLY.includes(name))),
  );
}

/** What is wrong with the details, by field, in the words of the contract. */
export function detailErrors(details: Details): FieldErrors {
  const parsed = DepositFields.safeParse({ collection: "any", ...details });
  const errors: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  if (Boolean(details.digestType) !== Boolean(details.digestValue)) {
    errors[details.digestType ? "digestValue" : "digestType"] ??=
      "Give both the kind of digest and its value.";
  }
  return errors;
}

type Deposit = {
  readonly collection: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly type: TypeField | undefined;
  readonly sha256: string | undefined;
  readonly details: Details;
};

/** The fields of one deposit. A digest the depositor gave goes before the one the browser computed. */
export function depositFields({ collection, filename, sizeBytes, type, sha256, details }: Deposit): Details {
  const digest = sha256 && !details.digestValue ? { digestType: "sha-256", digestValue: sha256 } : {};
  return { collection, filename, size: String(sizeBytes), ...(type ? { type } : {}), ...digest, ...details };
}
