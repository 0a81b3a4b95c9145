import { BagProfiles, profileId } from "../../core/bagit/profile.ts";
import { NAME_ENCODINGS } from "../../core/container/name-encodings.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";

/** Settings a person can change; identifiers are always ARKs. */
export type FieldName = Exclude<keyof ProfileSettings, "identifierScheme">;

/** How a setting is written in the form: a line, a number that may be left out, lines of a list, JSON, or a choice. */
export type ProfileField = {
  readonly name: FieldName;
  readonly label: string;
  readonly hint: string;
} & (
  | { readonly kind: "line" | "number" | "lines" | "json" }
  | { readonly kind: "choice"; readonly options: readonly (readonly [value: string, label: string])[] }
);

const YES_NO = [
  ["true", "Yes"],
  ["false", "No"],
] as const;

/** The form of a profile, group by group. Every setting has its field; a test holds the two together. */
export const PROFILE_FIELDS: readonly { readonly title: string; readonly fields: readonly ProfileField[] }[] =
  [
    {
      title: "Reports",
      fields: [
        {
          name: "notify",
          kind: "lines",
          label: "Who gets the reports",
          hint: "E-mail addresses, one per line, at most 20.",
        },
        {
          name: "notifySubmitter",
          kind: "choice",
          label: "Tell the depositor",
          hint: "At their account's address, unless the deposit says otherwise.",
          options: YES_NO,
        },
        {
          name: "notifySuppression",
          kind: "choice",
          label: "Report mails",
          hint: "Reports are kept and shown here either way. An address given with a deposit always gets its report.",
          options: [
            ["none", "Send them"],
            ["all", "Only to people who asked for one"],
          ],
        },
        {
          name: "automaticUpdateReport",
          kind: "choice",
          label: "Send update reports automatically",
          hint: "When the retries of a failed deposit have ended and something has changed.",
          options: YES_NO,
        },
        {
          name: "callbackUrl",
          kind: "line",
          label: "Callback address",
          hint: "Called when a job ends. Empty: no callbacks. A user and password in it are kept but never shown.",
        },
      ],
    },
    {
      title: "Identifiers",
      fields: [
        {
          name: "owner",
          kind: "line",
          label: "Owner",
          hint: "ARK of the owner. Collections that name the same one share their local ids; ark:/99999/fk4waybill shares nothing.",
        },
        {
          name: "collectionArk",
          kind: "line",
          label: "ARK of the collection",
          hint: "Written into each object. May be empty.",
        },
        {
          name: "minter",
          kind: "choice",
          label: "Who mints ARKs",
          hint: "EZID needs the installation's settings EZID_URL, EZID_USER and EZID_PASSWORD.",
          options: [
            ["local", "Waybill"],
            ["ezid", "EZID"],
          ],
        },
        { name: "naan", kind: "line", label: "NAAN", hint: "Five digits. 99999 is for tests." },
        {
          name: "shoulder",
          kind: "line",
          label: "Shoulder",
          hint: "The start of each name, e.g. fk4. Deposits may not supply their own names below it.",
        },
        {
          name: "ezidNames",
          kind: "choice",
          label: "Names at EZID",
          hint: "With names made by Waybill, a lost answer wastes no name.",
          options: [
            ["service", "EZID makes them"],
            ["own", "Waybill makes them"],
          ],
        },
        {
          name: "ezidCoOwner",
          kind: "line",
          label: "EZID owner",
          hint: "Empty: the account Waybill signs in with.",
        },
        {
          name: "ezidTarget",
          kind: "line",
          label: "Target address",
          hint: "ARKs resolve to their name below it. May be empty.",
        },
        {
          name: "suppressDublinCoreLocalId",
          kind: "choice",
          label: "Ignore identifiers in mrt-dc.xml",
          hint: "Otherwise they become local ids.",
          options: YES_NO,
        },
      ],
    },
    {
      title: "Storage and sources",
      fields: [
        {
          name: "nameEncoding",
          kind: "choice",
          label: "Names in containers that are not UTF-8",
          hint: "A deposit can override this. Otherwise such names are refused.",
          options: [["", "Refuse them"], ...Object.entries(NAME_ENCODINGS)],
        },
        {
          name: "bagProfiles",
          kind: "json",
          label: "BagIt profiles",
          hint: "The JSON of each, in [ ] if there are several. A bag that names one by its identifier must conform to it.",
        },
        {
          name: "storageTarget",
          kind: "choice",
          label: "Where new objects are kept",
          hint: "Existing objects stay where they are.",
          options: [
            ["filesystem", "File system"],
            ["s3", "S3"],
          ],
        },
        {
          name: "copies",
          kind: "lines",
          label: "Copies in further storages",
          hint: "Names of storages in COPY_STORAGES, one per line, at most 5. Every stored version is copied there.",
        },
        {
          name: "fixityDays",
          kind: "number",
          label: "Read everything every so many days",
          hint: "Every stored byte is read and compared, here and in the copies. Empty: only when someone asks for a check.",
        },
        {
          name: "priority",
          kind: "number",
          label: "Priority",
          hint: "0 is first, 99 last. Empty: by the size of the deposit.",
        },
        {
          name: "sourceHosts",
          kind: "lines",
          label: "Only these hosts",
          hint: "Where files may come from, one per line; .example.org includes all hosts below it. Empty: anywhere.",
        },
        {
          name: "privateSources",
          kind: "lines",
          label: "Private addresses allowed",
          hint: "host or host:port, one per line, of sources and receivers whose address is not public.",
        },
        {
          name: "sourcesServeOnce",
          kind: "choice",
          label: "Sources serve each file only once",
          hint: "If so, file sizes are not requested before files are fetched. A deposit can override this.",
          options: YES_NO,
        },
      ],
    },
  ];

const FIELDS = PROFILE_FIELDS.flatMap(({ fields }) => fields);

/** What the fields say, by name. */
export type ProfileDraft = Readonly<Record<FieldName, string>>;

/** Settings as the form writes them. */
export function draftOf(settings: ProfileSettings): ProfileDraft {
  return Object.fromEntries(FIELDS.map((field) => [field.name, written(field, settings)])) as ProfileDraft;
}

function written({ name, kind }: ProfileField, settings: ProfileSettings): string {
  const value = settings[name];
  if (value === null) return "";
  if (kind === "json")
    return Array.isArray(value) && value.length === 0 ? "" : JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join("\n") : String(value);
}

/** The settings a draft says, or what is wrong with it by field. */
export type DraftReading =
  | { readonly settings: ProfileSettings; readonly faults: Readonly<Record<string, never>> }
  | { readonly settings: undefined; readonly faults: Readonly<Record<string, string>> };

export function readDraft(draft: ProfileDraft): DraftReading {
  const parsed = ProfileSettings.safeParse(
    Object.fromEntries(FIELDS.map((field) => [field.name, readField(field, draft[field.name])])),
  );
  if (parsed.success) return { settings: parsed.data, faults: {} };
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const [name, at, ...within] = path;
    if (typeof name !== "string" || name in faults) continue;
    faults[name] = typeof at === "number" ? `${placeOf(name, at, within)}: ${message}.` : `${message}.`;
  }
  return { settings: undefined, faults };
}

function placeOf(name: string, at: number, within: readonly PropertyKey[]): string {
  const isJson = FIELDS.some((field) => field.name === name && field.kind === "json");
  return isJson ? [`Entry ${at + 1}`, ...within.map(String)].join(", ") : `Line ${at + 1}`;
}

function readField(field: ProfileField, text: string): unknown {
  const value = text.trim();
  if (field.kind === "lines") return linesOf(text);
  if (field.kind === "json") return value === "" ? [] : readJson(value);
  if (value === "") return isNullable(field.name) ? null : "";
  if (field.kind === "number") return /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return value === "true" || value === "false" ? value === "true" : value;
}

/** A list, or one entry of it; text that is no JSON stays text, which no list is. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return text;
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function isNullable(name: FieldName): boolean {
  return ProfileSettings.shape[name].safeParse(null).success;
}

/** One setting that differs, in words. */
type ProfileDifference = {
  readonly name: FieldName;
  readonly what: string;
  readonly from: string;
  readonly to: string;
};

/** What changes from one profile to the other, in the form's order. */
export function differencesOf(before: ProfileSettings, after: ProfileSettings): readonly ProfileDifference[] {
  const [from, to] = [draftOf(before), draftOf(after)];
  return FIELDS.flatMap((field) =>
    from[field.name] === to[field.name]
      ? []
      : [
          {
            name: field.name,
            what: field.label,
            from: shown(field, from[field.name]),
            to: shown(field, to[field.name]),
          },
        ],
  );
}

/** A setting as people read it. */
export function shown(field: ProfileField, text: string): string {
  if (field.kind === "choice") return field.options.find(([value]) => value === text)?.[1] ?? text;
  if (text === "") return "empty";
  if (field.kind === "json") return shownProfiles(text);
  return field.kind === "lines" ? text.split("\n").join(", ") : text;
}

/** By what bags name them. */
function shownProfiles(text: string): string {
  const { success, data } = BagProfiles.safeParse(readJson(text));
  return success ? data.map(profileId).join(", ") : text;
}
