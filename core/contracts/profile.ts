import * as z from "zod";
import { BagProfiles } from "../bagit/profile.ts";
import { NAME_ENCODINGS, type NameEncoding } from "../container/name-encodings.ts";
import { STANDARD_OWNER } from "../identifier/local-id-scope.ts";
import { MailAddress } from "../mail/address.ts";
import { STORAGE_TARGETS } from "../storage/object-stores.ts";
import { MOST_TEXT } from "../text-limit.ts";

/** Its length is looked at first: a host of some hundred thousand characters would be read for minutes. */
const webAddress = (most: number) =>
  z
    .string()
    .max(most)
    .pipe(z.url({ protocol: /^https?$/ }));

/**
 * A collection's ingest settings; immutable once written, a batch keeps the version it was accepted under.
 * Source: docs/glossary.md, "profile".
 */
export const ProfileSettings = z.strictObject({
  /** ARK of the owner. Collections that name the same one share their local ids; with the standard one they share nothing. */
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
  /** Whose names EZID reserves: those of its own minter, or ones Waybill makes, which no lost answer can waste. */
  ezidNames: z.enum(["service", "own"]).default("service"),
  /** EZID user that is to own what is minted; null: the account of EZID_USER. */
  ezidCoOwner: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .nullable()
    .default(null),
  /** The ARK's target is its name below this address; null: EZID's own page about it. */
  ezidTarget: webAddress(1_000).nullable().default(null),
  /** Where new objects are kept; an object that exists stays where it is. */
  storageTarget: z.enum(STORAGE_TARGETS).default("filesystem"),
  /** Who gets the reports. */
  notify: z.array(MailAddress).max(20).default([]),
  /** Who deposited something gets its report too, unless the deposit says otherwise. */
  notifySubmitter: z.boolean().default(true),
  /** What of the report mails is suppressed: `none` of them, or `all` (blind copies too). The report itself is kept either way. */
  notifySuppression: z.enum(["none", "all"]).default("none"),
  /** Send an update report by itself once nothing of a failed batch is in flight any more. */
  automaticUpdateReport: z.boolean().default(true),
  /** Identifiers in an mrt-dc.xml do not become local ids. */
  suppressDublinCoreLocalId: z.boolean().default(false),
  /** The character set of names in containers that are not UTF-8, where a deposit does not say; null: they are refused. */
  nameEncoding: z
    .enum(Object.keys(NAME_ENCODINGS) as [NameEncoding, ...NameEncoding[]])
    .nullable()
    .default(null),
  /** 0 is first, 99 last; null: by the size of the batch. */
  priority: z.int().min(0).max(99).nullable().default(null),
  callbackUrl: webAddress(2_048).nullable().default(null),
  /** `host` or `host:port` a source may have although its address is not public. */
  privateSources: z.array(z.string().max(260)).max(100).default([]),
  /** When not empty: the only hosts files may come from; `.example.org` takes in all below it. */
  sourceHosts: z.array(z.string().max(260)).max(100).default([]),
  /** The sources give each file once, where the deposit does not say: nothing is asked of them before it is fetched. */
  sourcesServeOnce: z.boolean().default(false),
  /** BagIt profiles a bag that names one of them has to keep. */
  bagProfiles: BagProfiles.default([]),
});
export type ProfileSettings = z.infer<typeof ProfileSettings>;

const Stored = ProfileSettings.extend({
  owner: z.string().default(STANDARD_OWNER),
  collectionArk: z.string().nullable().default(null),
  notify: z.array(z.string()).default([]),
});

/** Reads the settings a version keeps: what was accepted stays so, though the rules for addresses may be narrower now. */
export function readProfileSettings(kept: unknown): ProfileSettings {
  return Stored.parse(kept);
}
