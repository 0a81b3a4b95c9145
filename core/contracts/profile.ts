import * as z from "zod";
import { BagProfiles } from "../bagit/profile.ts";
import { NAME_ENCODINGS, type NameEncoding } from "../container/name-encodings.ts";
import { copyStorageNameFault } from "../copy/storage-name.ts";
import { STANDARD_OWNER } from "../identifier/local-id-scope.ts";
import { MailAddress } from "../mail/address.ts";
import { STORAGE_TARGETS } from "../storage/object-stores.ts";
import { MOST_TEXT } from "../text-limit.ts";

/** The length is checked first: parsing a host of some hundred thousand characters would take minutes. */
const webAddress = (most: number) =>
  z
    .string()
    .max(most)
    .pipe(z.url({ protocol: /^https?$/ }));

/**
 * A collection's ingest settings. A version is immutable once written; a batch keeps the version it was accepted under.
 * Source: docs/glossary.md, "profile".
 */
export const ProfileSettings = z.strictObject({
  /**
   * ARK of the owner. Collections that name the same owner share their local ids; with the default owner they share
   * nothing.
   */
  owner: z.string().max(MOST_TEXT).default(STANDARD_OWNER),
  /** ARK of the collection itself, written into the membership file. */
  collectionArk: z.string().max(MOST_TEXT).nullable().default(null),
  identifierScheme: z.literal("ark").default("ark"),
  naan: z
    .string()
    .regex(/^\d{5}$/)
    .default("99999"),
  shoulder: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/)
    .default("fk4"),
  /** Who mints ARKs below `naan` and `shoulder`: Waybill itself, or the EZID of EZID_URL. */
  minter: z.enum(["local", "ezid"]).default("local"),
  /** Who makes the names EZID reserves: EZID's minter, or Waybill, in which case no lost answer wastes one. */
  ezidNames: z.enum(["service", "own"]).default("service"),
  /** The EZID user who will own minted ARKs; null: the account of EZID_USER. */
  ezidCoOwner: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .nullable()
    .default(null),
  /** The ARK's target is this address followed by the ARK's name; null: EZID's own page about it. */
  ezidTarget: webAddress(1_000).nullable().default(null),
  /** Where new objects are stored; existing objects stay where they are. */
  storageTarget: z.enum(STORAGE_TARGETS).default("filesystem"),
  /** Further storages, by their names in COPY_STORAGES, that get a copy of every stored version. */
  copies: z
    .array(
      z.string().superRefine((name, context) => {
        const fault = copyStorageNameFault(name);
        if (fault) context.addIssue(fault);
      }),
    )
    .max(5)
    .refine((names) => new Set(names).size === names.length, "a storage is named twice")
    .default([]),
  /** How many days after one reading of everything stored the next begins; null: nothing is read unless someone asks for it. */
  fixityDays: z.int().min(1).max(3_650).nullable().default(null),
  /** Who gets the reports. */
  notify: z.array(MailAddress).max(20).default([]),
  /** The depositor gets the report too, unless the deposit says otherwise. */
  notifySubmitter: z.boolean().default(true),
  /** Which report mails are suppressed: `none`, or `all` (blind copies too). The report itself is kept either way. */
  notifySuppression: z.enum(["none", "all"]).default("none"),
  /** Send an update report automatically once the re-runs of a failed batch have ended. */
  automaticUpdateReport: z.boolean().default(true),
  /** Identifiers in an mrt-dc.xml do not become local ids. */
  suppressDublinCoreLocalId: z.boolean().default(false),
  /** The character set of non-UTF-8 names in containers when the deposit names none; null: such names are refused. */
  nameEncoding: z
    .enum(Object.keys(NAME_ENCODINGS) as [NameEncoding, ...NameEncoding[]])
    .nullable()
    .default(null),
  /** 0 goes first, 99 last; null: by the size of the batch. */
  priority: z.int().min(0).max(99).nullable().default(null),
  callbackUrl: webAddress(2_048).nullable().default(null),
  /** Hosts (`host` or `host:port`) files may come from although their addresses are not public. */
  privateSources: z.array(z.string().max(260)).max(100).default([]),
  /** If not empty: the only hosts files may come from; `.example.org` includes all its subdomains. */
  sourceHosts: z.array(z.string().max(260)).max(100).default([]),
  /**
   * Unless the deposit says otherwise, the sources serve each file only once: nothing is requested before the fetch
   * itself.
   */
  sourcesServeOnce: z.boolean().default(false),
  /** BagIt profiles; a bag that names one of them must conform to it. */
  bagProfiles: BagProfiles.default([]),
});
export type ProfileSettings = z.infer<typeof ProfileSettings>;

const Stored = ProfileSettings.extend({
  owner: z.string().default(STANDARD_OWNER),
  collectionArk: z.string().nullable().default(null),
  notify: z.array(z.string()).default([]),
});

/**
 * Reads a version's stored settings. What was accepted stays accepted, even if the rules for addresses are stricter
 * now.
 */
export function readProfileSettings(kept: unknown): ProfileSettings {
  return Stored.parse(kept);
}
