import { openMinter } from "./minter.ts";

/** An identifier as EZID keeps it: its elements, `_owner` and `_status` among them. */
export type EzidRecord = Map<string, string>;

/** What EZID answers, without its HTTP status: `success: …` or `error: …`. */
type Line = string;

/** The identifiers of a fake EZID, with its rules about them. Source: EZID's impl/ezid.py and ezidapp/models/identifier.py. */
export type Records = {
  readonly all: ReadonlyMap<string, EzidRecord>;
  /** What was made, in order, also what was removed since. */
  readonly made: readonly string[];
  mint(shoulder: string, user: string, elements: ReadonlyMap<string, string>): Line;
  create(id: string, user: string, elements: ReadonlyMap<string, string>, updateIfExists: boolean): Line;
  update(id: string, user: string, elements: ReadonlyMap<string, string>): Line;
  remove(id: string, user: string): Line;
};

export type RecordRules = {
  /** Shoulders there are, and whose they are; `minting` false: it can only be created below. */
  readonly shoulders: readonly {
    readonly shoulder: string;
    readonly users: readonly string[];
    readonly minting?: boolean;
  }[];
  /** Users with those they may give identifiers to. */
  readonly users: ReadonlyMap<string, readonly string[]>;
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
const MINTED = "${identifier}";
const ARK = /^ark:\/[0-9bcdfghjkmnpqrstvwxz]{5,}\/\S+$/;

export function openRecords(rules: RecordRules): Records {
  const all = new Map<string, EzidRecord>();
  const made: string[] = [];
  const minters = new Map(rules.shoulders.map(({ shoulder }) => [shoulder, openMinter(shoulder)]));
  const owned = (id: string, user: string): EzidRecord | Line => {
    const record = all.get(id);
    if (!ARK.test(id)) return "error: bad request - invalid identifier";
    if (!record) return "error: bad request - no such identifier";
    const owner = record.get("_owner") ?? "";
    return owner === user || rules.users.get(user)?.includes(owner) ? record : "error: forbidden";
  };
  const create: Records["create"] = (id, user, elements, updateIfExists) => {
    if (!ARK.test(id)) return "error: bad request - invalid identifier";
    const of = rules.shoulders.find(({ shoulder }) => id.startsWith(shoulder));
    if (!of?.users.includes(user)) return "error: forbidden";
    if (all.has(id))
      return updateIfExists
        ? update(id, user, elements)
        : "error: bad request - identifier already exists, cannot create";
    const record: EzidRecord = new Map([
      ["_owner", user],
      ["_status", "public"],
      ["_export", "yes"],
    ]);
    const fault = change(record, { id, user, isNew: true }, elements, rules);
    if (fault) return fault;
    all.set(id, record);
    made.push(id);
    return `success: ${id}`;
  };
  const update: Records["update"] = (id, user, elements) => {
    const record = owned(id, user);
    if (typeof record === "string") return record;
    const changed = new Map(record);
    const fault = change(changed, { id, user, isNew: false }, elements, rules);
    if (fault) return fault;
    all.set(id, changed);
    return `success: ${id}`;
  };
  return {
    all,
    made,
    create,
    update,
    mint(shoulder, user, elements) {
      const of = rules.shoulders.find((each) => each.shoulder === shoulder);
      if (!of) return "error: bad request - no such shoulder";
      if (of.minting === false) return "error: bad request - shoulder does not support minting";
      return create(minters.get(shoulder)?.() ?? "", user, elements, false);
    },
    remove(id, user) {
      const record = owned(id, user);
      if (typeof record === "string") return record;
      if (record.get("_status") !== "reserved")
        return "error: bad request - identifier status does not support deletion";
      all.delete(id);
      return `success: ${id}`;
    },
  };
}

type Change = { readonly id: string; readonly user: string; readonly isNew: boolean };

/** Sets elements one by one; answers EZID's error line for the first it does not take. */
function change(
  record: EzidRecord,
  { id, user, isNew }: Change,
  elements: ReadonlyMap<string, string>,
  rules: RecordRules,
): Line | undefined {
  for (const [name, value] of elements) {
    const fault = faultOf(name, value, record, { id, user, isNew }, rules);
    if (fault !== undefined) return `error: bad request - ${fault}`;
    if (value === "") record.delete(name);
    else record.set(name, name === "_target" ? value.replaceAll(MINTED, id) : value);
  }
  return undefined;
}

/** One element that is set: its value, whether it stands for a new or a reserved identifier, and who asks. */
type Setting = {
  readonly value: string;
  readonly isNew: boolean;
  readonly isReserved: boolean;
  readonly user: string;
  readonly rules: RecordRules;
};

const settable = (isFine: (setting: Setting) => boolean, fault: string) => (setting: Setting) =>
  isFine(setting) ? undefined : fault;
const never = (field: string) => () => `${field}: Field is not settable.`;

/** What EZID finds wrong with a value, per element. */
const CHECKS: Readonly<Record<string, (setting: Setting) => string | undefined>> = {
  _ownergroup: never("ownergroup"),
  _created: never("createTime"),
  _updated: never("updateTime"),
  _datacenter: never("_datacenter"),
  _status: statusFault,
  _owner: ownerFault,
  _export: settable(({ value }) => /^(?:yes|no)$/i.test(value), "_export: Value must be 'yes' or 'no'."),
  _target: settable(
    ({ value }) => URL.canParse(value.replaceAll(MINTED, "x")),
    "_target: Enter a valid URL.",
  ),
  _profile: settable(({ value }) => /^[a-z0-9_]+$/.test(value), "_profile: Invalid profile name."),
};

function faultOf(
  name: string,
  value: string,
  record: EzidRecord,
  { user, isNew }: Change,
  rules: RecordRules,
): string | undefined {
  const check = CHECKS[name];
  if (!check) return name.startsWith("_") ? "metadata: Invalid citation metadata key." : undefined;
  return check({ value, isNew, isReserved: record.get("_status") === "reserved", user, rules });
}

function statusFault({ value, isNew, isReserved }: Setting): string | undefined {
  if (value === "public") return undefined;
  if (value !== "reserved" && !/^unavailable(?:$| *\|)/.test(value))
    return "_status: Invalid identifier status.";
  const isAllowed = value === "reserved" ? isNew || isReserved : !isNew && !isReserved;
  return isAllowed ? undefined : "_status: Invalid identifier status change.";
}

function ownerFault({ value, user, rules }: Setting): string | undefined {
  if (!rules.users.has(value)) return "_owner: No such user.";
  return value === user || rules.users.get(user)?.includes(value) ? undefined : "ownership change prohibited";
}
