import { ProfileSettings } from "../contracts/profile.ts";
import { WaybillError } from "../errors.ts";
import { readArk } from "../identifier/ark.ts";
import { readMailAddress } from "../mail/address.ts";
import { trimOf } from "../trim-signs.ts";

/** What a line of a Merritt profile comes to: settings, the collection's name or id, or words for the person who imports it. */
export type KeyReading = {
  readonly settings?: Partial<ProfileSettings>;
  readonly slug?: string;
  readonly name?: string;
  readonly mail?: string;
  readonly problem?: string;
  readonly note?: string;
};

/** How the value of one key is read; `value` has no blanks around it. */
type ReadKey = (value: string) => KeyReading;

const IN_USE = "Waybill does this in its own stages.";
const shape = ProfileSettings.shape;

/** The slug of the collection a Merritt profile is of: `merritt_demo_content` is that of `merritt-demo`; undefined when it is no collection's. */
export function slugOfProfile(profileId: string): string | undefined {
  const [, stem] = /^([A-Za-z0-9_-]{1,63})_content$/.exec(profileId) ?? [];
  return (stem && trimOf(stem.toLowerCase().replace(/[^a-z0-9]+/g, "-"), "-")) || undefined;
}

function readProfileId(value: string): KeyReading {
  const slug = slugOfProfile(value);
  return slug
    ? { slug }
    : {
        problem: `${JSON.stringify(value)} is not a collection profile: its name must end with _content.`,
      };
}

function arkOf(read: (ark: string) => Partial<ProfileSettings>): ReadKey {
  return (value) => {
    try {
      return { settings: read(readArk(value)) };
    } catch (error) {
      if (error instanceof WaybillError) return { problem: error.message };
      throw error;
    }
  };
}

const oneOf =
  (allowed: readonly string[], why: string): ReadKey =>
  (value) =>
    allowed.includes(value) ? {} : { problem: `${JSON.stringify(value)} cannot be imported: ${why}.` };

const date: ReadKey = (value) =>
  Number.isNaN(Date.parse(value)) ? { problem: `${JSON.stringify(value)} is not a date.` } : {};

const noted =
  (note: string): ReadKey =>
  () => ({ note });

function setting(name: keyof ProfileSettings, value: unknown, what: string): KeyReading {
  return shape[name].safeParse(value).success
    ? { settings: { [name]: value } }
    : { problem: `${JSON.stringify(value)} is not ${what}.` };
}

/** A minter's address names its shoulder: `https://ezid.example.org/shoulder/ark:/99999/fk4`. */
function readMinter(value: string): KeyReading {
  const [, naan, shoulder] =
    /^https?:\/\/[^\s?#]+\/shoulder\/ark:\/?(\d{5})\/([a-z0-9]{1,10})$/.exec(value) ?? [];
  if (naan === undefined || shoulder === undefined)
    return {
      problem:
        "The address does not end with /shoulder/ark:/NAAN/shoulder, so nothing can be minted from it.",
    };
  return {
    settings: { minter: "ezid", naan, shoulder },
    note: "Identifiers are minted by the EZID at EZID_URL; its address, user and password are settings of the installation.",
  };
}

const SUPPRESSION: Readonly<Record<string, KeyReading>> = {
  partial: { note: "Waybill sends no mail when a deposit is only queued, so there is nothing to suppress." },
  full: { settings: { notifySuppression: "all" } },
};

/**
 * Every key a Merritt profile may have. Those with a number at their end (`Notification.1`) are named without it.
 * Source: docs/reference/profiles.md, "Merritt's profiles".
 */
export const MERRITT_KEYS: Readonly<Record<string, ReadKey>> = {
  ProfileID: readProfileId,
  ProfileDescription: (name) => ({ name: name.slice(0, 200) }),
  "Identifier-scheme": (value) => oneOf(["ARK", "ark"], "identifiers are ARKs")(value),
  "Identifier-namespace": noted("The authority's number is taken from ObjectMinterURL."),
  Collection: arkOf((collectionArk) => ({ collectionArk })),
  Type: oneOf(["MRT-curatorial"], "only MRT-curatorial objects are deposited"),
  Role: oneOf(["MRT-content"], "only profiles of MRT-content take deposits"),
  Aggregate: oneOf([""], "profiles of collections, owners and agreements themselves are not taken"),
  Owner: arkOf((owner) => ({ owner })),
  Notification: (value) => {
    const mail = readMailAddress(value);
    return mail === undefined ? { problem: `${JSON.stringify(value)} is not an e-mail address.` } : { mail };
  },
  NotificationFormat: noted("Reports carry JSON and CSV files whatever the profile says."),
  NotificationType: oneOf(["verbose", "additional"], "NotificationType is verbose or additional"),
  NotificationSuppression: (value) =>
    SUPPRESSION[value] ?? { problem: `${JSON.stringify(value)} is neither partial nor full.` },
  SuppressDublinCoreLocalID: (value) =>
    /^(true|false)$/i.test(value)
      ? { settings: { suppressDublinCoreLocalId: value.toLowerCase() === "true" } }
      : { problem: `${JSON.stringify(value)} is neither true nor false.` },
  Priority: (value) =>
    /^\d{1,2}$/.test(value)
      ? { settings: { priority: Number(value) } }
      : {
          problem: `${JSON.stringify(value)} is not a priority; priorities go from 0, which is first, to 99.`,
        },
  CallbackURL: (value) => setting("callbackUrl", value, "an address of a web service"),
  ObjectMinterURL: readMinter,
  StorageService: noted(
    "Objects are kept where the profile's storage target says, not by a storage service.",
  ),
  StorageNode: (value) =>
    /^\d+$/.test(value)
      ? { note: "Waybill has no storage nodes; the storage target says where objects are kept." }
      : { problem: `${JSON.stringify(value)} is not a storage node, which is a number.` },
  Context: noted("The context is not kept; the collection's slug names it everywhere."),
  "EZID_co-owner": (value) => setting("ezidCoOwner", value, "the name of an EZID user"),
  CreationDate: date,
  ModificationDate: date,
};

/** Handlers by the stage they belong to. What each did is part of a stage here. Source: as MERRITT_KEYS. */
export const MERRITT_HANDLERS: Readonly<Record<string, readonly string[]>> = {
  HandlerBatchProcess: ["batchProcess.HandlerPost", "batchProcess.HandlerSubmit"],
  HandlerQueue: ["queue.HandlerDisaggregate", "queue.HandlerSubmit", "queue.HandlerNotification"],
  HandlerInitialize: [
    "initialize.HandlerInitialize",
    "initialize.HandlerAccept",
    "initialize.HandlerVerify",
    "initialize.HandlerDisaggregate",
  ],
  HandlerEstimate: ["estimate.HandlerEstimate"],
  HandlerProvision: ["provision.HandlerProvision"],
  HandlerDownload: ["download.HandlerRetrieve"],
  HandlerProcess: [
    "process.HandlerCorroborate",
    "process.HandlerCharacterize",
    "process.HandlerMinter",
    "process.HandlerDescribe",
    "process.HandlerDocument",
    "process.HandlerDigest",
    "process.HandlerTransfer",
  ],
  HandlerRecord: ["record.HandlerInventoryQueue"],
  HandlerNotify: ["notify.HandlerCallback", "notify.HandlerCleanup"],
  HandlerBatchReport: ["batchReport.HandlerNotification"],
  HandlerUpdateBatchReport: ["batchReport.HandlerNotification"],
};

export const HANDLERS_NOTE = `The profile's handlers are all part of the pipeline. ${IN_USE}`;
