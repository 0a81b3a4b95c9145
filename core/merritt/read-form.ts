import { WaybillError } from "../errors.ts";
import { readArk } from "../identifier/ark.ts";
import { fillFromErc } from "../metadata/fill-from-erc.ts";
import { readErc } from "../metadata/read-erc.ts";
import { slugOfProfile } from "../profile/merritt-keys.ts";
import { MOST_TEXT, tooLong } from "../text-limit.ts";
import { IDLE_FIELDS, MERRITT_TYPES, OWN_FIELDS, SAME_FIELDS } from "./form-fields.ts";
import { chooseForm } from "./response-form.ts";

type Fields = Readonly<Record<string, string>>;

/** A form as Merritt's clients send it, in Waybill's words. `warnings`: sentences on what was left out. */
export type MerrittForm = {
  /** For a deposit, by the names of docs/reference/api.md, "Deposit fields". */
  readonly fields: Fields;
  readonly submitter: string | undefined;
  readonly responseForm: string | undefined;
  readonly warnings: readonly string[];
};

/** What the address of the request says. `identifier`: `ark:/1111/2222`, from its path. */
export type FormAddress = { readonly update: boolean; readonly identifier?: string | undefined };

const MOST_WARNINGS = 10;

/**
 * Reads a form of Merritt's API. Blank fields are as absent, unknown ones are left out with a warning.
 * @throws WaybillError `bad_form` (a field too long, type unknown, two identifiers that differ), `bad_identifier`
 */
export function readMerrittForm(given: Fields, address: FormAddress): MerrittForm {
  const form = withoutBlanks(given);
  refuseLong(form);
  const { digestType, digestValue } = form;
  const alone = digestType !== undefined && digestValue === undefined;
  const fields = {
    ...renamed(alone ? { ...form, digestType: undefined } : form),
    ...(digestType && !alone && { digestType: digestName(digestType) }),
    collection: collectionOf(form.profile),
    type: typeOf(form.type),
    ...fillFromErc(
      { ...form, primaryIdentifier: identifierOf(form, address.identifier) },
      readErc(form.erc ?? "", "erc"),
    ),
    update: String(address.update),
    // Merritt's Ruby client serves each file once, and a HEAD is that once
    sourcesServeOnce: "true",
    responseForm: form.responseForm && chooseForm(form.responseForm, null),
  };
  return {
    fields: withoutBlanks(fields),
    submitter: form.submitter,
    responseForm: form.responseForm,
    warnings: [
      ...warningsOf(Object.keys(form)),
      ...(alone ? ["digestType alone changes nothing: add digestValue to have the file checked."] : []),
    ],
  };
}

/** Every one of them, also those that are left out or read into others: readers are not to be given more. */
function refuseLong(form: Fields): void {
  const problems = Object.entries(form)
    .filter(([, value]) => value.length > MOST_TEXT)
    .map(([name, value]) => ({ line: 0, ...tooLong(name, MOST_TEXT, value.length) }));
  if (problems.length === 0) return;
  throw new WaybillError("bad_form", problems.map(({ message }) => message).join(" "), { problems });
}

function withoutBlanks(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]) => [name, value?.trim() ?? ""] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

function renamed(form: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const field = Object.hasOwn(SAME_FIELDS, name) ? SAME_FIELDS[name] : undefined;
      return field ? [[field, value]] : [];
    }),
  );
}

/** Merritt names a collection's profile after it: `maps_content` is that of `maps`, as an imported profile's slug says. */
function collectionOf(profile: string | undefined): string | undefined {
  return profile && (slugOfProfile(profile) ?? profile);
}

/** Merritt's code spells Adler's checksum `Alder-32`. */
function digestName(spelling: string): string {
  return /^alder-?32$/i.test(spelling) ? "adler-32" : spelling;
}

function typeOf(type: string | undefined): string | undefined {
  if (type === undefined) return undefined;
  const name = type.toLowerCase();
  const known = Object.hasOwn(MERRITT_TYPES, name) ? MERRITT_TYPES[name] : undefined;
  if (known) return known;
  throw new WaybillError(
    "bad_form",
    `type ${shown(type)} is not known. Use file, container, object-manifest, batch-manifest, container-batch-manifest or single-file-batch-manifest.`,
  );
}

/** The one identifier the address, `primaryIdentifier` and `object` agree on, in canonical form. */
function identifierOf(form: Fields, fromAddress: string | undefined): string | undefined {
  const arks = [fromAddress, form.primaryIdentifier, form.object]
    .filter((text) => text !== undefined)
    .map((text) => readArk(text.replace(/^ark\//i, "ark:/")));
  const [first, ...others] = [...new Set(arks)];
  if (others.length === 0) return first;
  throw new WaybillError(
    "bad_form",
    `The request names several objects: ${[first, ...others].join(", ")}. Name one.`,
  );
}

function warningsOf(names: readonly string[]): string[] {
  const unknown = names.filter(
    (name) =>
      !(OWN_FIELDS as readonly string[]).includes(name) &&
      !Object.hasOwn(SAME_FIELDS, name) &&
      !Object.hasOwn(IDLE_FIELDS, name),
  );
  const idle = names.flatMap((name) => (Object.hasOwn(IDLE_FIELDS, name) ? [IDLE_FIELDS[name] ?? ""] : []));
  const told = unknown
    .slice(0, MOST_WARNINGS)
    .map((name) => `There is no field ${shown(name)}: it was left out.`);
  const more = unknown.length - told.length;
  return [...idle, ...told, ...(more > 0 ? [`${more} more unknown fields were left out.`] : [])];
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
