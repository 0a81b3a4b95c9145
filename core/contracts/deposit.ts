import * as z from "zod";
import { NAME_ENCODINGS, readNameEncoding } from "../container/name-encodings.ts";
import { MailAddress } from "../mail/address.ts";
import { TYPE_FIELD, type TypeField } from "../manifest/kinds.ts";
import { DC_ELEMENTS, type DcElement } from "../metadata/dublin-core.ts";
import { MOST_TEXT } from "../text-limit.ts";

const text = (max: number) => z.string().trim().max(max);
const optional = (max: number) =>
  text(max)
    .transform((value) => value || undefined)
    .optional();

const NAME_ENCODING_SENTENCE = `There is no such name encoding. Give one of ${Object.keys(NAME_ENCODINGS).join(", ")}.`;

/** The Dublin Core elements as form fields: `dcTitle`, `dcCreator`, ... */
export type DcField = `dc${Capitalize<DcElement>}`;

export function dcField(element: DcElement): DcField {
  return `dc${element.charAt(0).toUpperCase()}${element.slice(1)}` as DcField;
}

function dcFields<Field>(field: () => Field): Record<DcField, Field> {
  return Object.fromEntries(DC_ELEMENTS.map((element) => [dcField(element), field()])) as Record<
    DcField,
    Field
  >;
}

/**
 * The fields of a deposit, without the file itself. All values are text, as a form or a query sends them. Source:
 * docs/reference/api.md, "Deposit fields". Field values are at most 3,500 characters.
 */
export const DepositFields = z.strictObject({
  collection: text(64).min(1, "Name the collection the deposit goes to."),
  type: z.enum(Object.keys(TYPE_FIELD) as [TypeField, ...TypeField[]]).optional(),
  filename: optional(1024),
  size: z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, "Give the size in bytes, digits only.")
    .optional(),
  /** The character set of names in a container that are not UTF-8. */
  nameEncoding: z
    .string()
    .max(40)
    .refine((name) => readNameEncoding(name) !== undefined, NAME_ENCODING_SENTENCE)
    .transform((name) => readNameEncoding(name))
    .optional(),
  /**
   * Whether the sources serve each file only once, so that asking for its size would use it up; if absent, the profile
   * decides.
   */
  sourcesServeOnce: z.enum(["true", "false"]).optional(),
  digestType: optional(20),
  digestValue: optional(128),
  primaryIdentifier: optional(256),
  localIdentifier: optional(MOST_TEXT),
  creator: optional(MOST_TEXT),
  title: optional(MOST_TEXT),
  date: optional(200),
  /** An ERC as text; fills creator, title, date and identifiers the form leaves out. */
  erc: optional(MOST_TEXT),
  note: optional(MOST_TEXT),
  notification: MailAddress.optional(),
  /** Whether the depositor gets the report at their account's address when the deposit names none. */
  notifySubmitter: z.enum(["true", "false"]).default("true"),
  responseForm: z.enum(["json", "xml"]).default("json"),
  resourceType: optional(200),
  update: z.enum(["true", "false"]).default("false"),
  ...dcFields(() => optional(MOST_TEXT)),
});
export type DepositFields = z.infer<typeof DepositFields>;

/** Names a client may send; others are refused, so that a misspelt field is not silently lost. */
export const DEPOSIT_FIELD_NAMES = Object.keys(DepositFields.shape);

/** The fields as a batch keeps them: only those that were given. */
export type StoredDeposit = { readonly [Name in keyof DepositFields]?: DepositFields[Name] | undefined };

const kept = z.string().optional();

/** What was accepted stays accepted, even if limits and address rules have become stricter since. */
const Stored = DepositFields.partial().extend({
  filename: kept,
  digestType: kept,
  digestValue: kept,
  primaryIdentifier: kept,
  localIdentifier: kept,
  creator: kept,
  title: kept,
  date: kept,
  erc: kept,
  note: kept,
  notification: kept,
  resourceType: kept,
  ...dcFields(() => kept),
});

/** Reads the fields a batch keeps. */
export function readDeposit(kept: unknown): StoredDeposit {
  return Stored.parse(kept);
}
