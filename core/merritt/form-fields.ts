import { type DcField, type DepositFields, dcField } from "../contracts/deposit.ts";
import type { TypeField } from "../manifest/kinds.ts";
import { DC_ELEMENTS } from "../metadata/dublin-core.ts";

type DepositField = keyof DepositFields;

const dcNames = Object.fromEntries(
  DC_ELEMENTS.map((element) => [`DC.${element}`, dcField(element)]),
) as Record<string, DcField>;

/** Fields of Merritt's form that mean the same here, by the name they have here. Source: docs/reference/merritt-api.md, "Fields". */
export const SAME_FIELDS: Readonly<Record<string, DepositField>> = {
  filename: "filename",
  size: "size",
  digestType: "digestType",
  digestValue: "digestValue",
  localIdentifier: "localIdentifier",
  creator: "creator",
  title: "title",
  date: "date",
  note: "note",
  notification: "notification",
  "DataCite.resourceType": "resourceType",
  ...dcNames,
};

/** Fields read in a way of their own. */
export const OWN_FIELDS = [
  "profile",
  "type",
  "object",
  "primaryIdentifier",
  "erc",
  "submitter",
  "responseForm",
] as const;

/** Fields that are taken and change nothing, with what a depositor is told about them. */
export const IDLE_FIELDS: Readonly<Record<string, string>> = {
  notificationFormat: "notificationFormat changes nothing: a report has text, HTML, JSON and CSV.",
  retainTargetURL: "retainTargetURL changes nothing.",
  synchronousMode: "synchronousMode changes nothing: a deposit is accepted first and processed afterwards.",
};

/** Every spelling of `type` Merritt takes, in lower case: those of its form, and those of its own code. */
export const MERRITT_TYPES: Readonly<Record<string, TypeField>> = {
  file: "file",
  container: "container",
  manifest: "manifest",
  "object-manifest": "object-manifest",
  "batch-manifest": "batch-manifest",
  batchmanifest: "batch-manifest",
  "container-batch-manifest": "container-batch-manifest",
  batchmanifestcontainer: "container-batch-manifest",
  "single-file-batch-manifest": "single-file-batch-manifest",
  batchmanifestfile: "single-file-batch-manifest",
};
