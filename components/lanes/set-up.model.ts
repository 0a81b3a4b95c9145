import type { LaneRequest } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { LaneBackend } from "../../core/lane/backends.ts";
import { findServiceIdFault } from "../../core/lane/fits-backend.ts";
import type { LaneOrdering } from "../../core/lane/orderings.ts";
import type { LaneSettings } from "../../core/lane/settings.ts";
import { readServiceId } from "../../core/ledger/service-id.ts";
import { listed } from "../display/amount.model.ts";
import { fieldsOf, readSetting, type SettingName, STANDARD, writeSetting } from "./setting-fields.model.ts";

/** A lane's order and settings as somebody writes them; a setting left empty has its standard value. */
export type SetUp = {
  readonly ordering: LaneOrdering;
  readonly width: string;
  readonly startsWhen: LaneSettings["startsWhen"];
  readonly afterInvalid: LaneSettings["afterInvalid"];
  readonly values: Readonly<Partial<Record<SettingName, string>>>;
};

/** A lane to be made. */
export type Draft = SetUp & {
  readonly serviceId: string;
  readonly backend: LaneBackend;
  readonly ledger: string;
  readonly name: string;
  readonly collection: string;
};

export const EMPTY: Draft = {
  serviceId: "",
  backend: "repository",
  ledger: "",
  name: "",
  collection: "",
  ordering: "serial",
  width: "2",
  startsWhen: STANDARD.startsWhen,
  afterInvalid: STANDARD.afterInvalid,
  values: {},
};

/** What is wrong, by the field's name; a field that is only not filled in yet is in `missing`. */
export type Faults = {
  readonly wrong: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
};

const WIDEST = 100;

/** How a lane is set up, to be changed. */
export function setUpOf({ backend, ordering, width, ownSettings }: LaneView): SetUp {
  const values = fieldsOf(backend).flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const own = ownSettings[field.name];
      return typeof own === "number" ? [[field.name, writeSetting(field, own)] as const] : [];
    }),
  );
  return {
    ordering,
    width: String(ordering === "serial" ? Math.max(width, 2) : width),
    startsWhen: ownSettings.startsWhen === "positioned" ? "positioned" : "accepted",
    afterInvalid: ownSettings.afterInvalid === "halt" ? "halt" : "continue",
    values: Object.fromEntries(values),
  };
}

/** The width asked for: 1 of a serial lane; text tells what is wrong with it. */
export function readWidth({ ordering, width }: SetUp): number | string {
  if (ordering === "serial") return 1;
  const value = Number(width);
  const fits = width.trim() !== "" && Number.isInteger(value) && value >= 1 && value <= WIDEST;
  return fits ? value : `A whole number from 1 to ${WIDEST}.`;
}

/** What is wrong with order and settings. */
export function faultsOfSetUp(setUp: SetUp, backend: LaneBackend): Record<string, string> {
  const values = fieldsOf(backend).flatMap(({ fields }) =>
    fields.map((field) => [field.name, readSetting(field, setUp.values[field.name] ?? "")] as const),
  );
  const faults = [["width", readWidth(setUp)] as const, ...values].filter(
    ([, read]) => typeof read === "string",
  );
  return Object.fromEntries(faults) as Record<string, string>;
}

/** What keeps a lane from being made, as far as it can be seen here. */
export function faultsOf(draft: Draft): Faults {
  const { serviceId, backend, ledger, collection } = draft;
  const fault = serviceId === "" ? undefined : findServiceIdFault(serviceId, backend);
  const isLedger = backend !== "repository";
  const isSlug = collection === "" || readServiceId(collection).kind === "slug";
  return {
    wrong: {
      ...faultsOfSetUp(draft, backend),
      ...(fault && { serviceId: `This cannot be a lane: ${fault}.` }),
      ...(isLedger && !isSlug && { collection: "Lower-case letters, digits and hyphens, at most 63." }),
    },
    missing: [
      ...(serviceId === "" ? ["a service id"] : []),
      ...(isLedger && ledger === "" ? ["a ledger connection"] : []),
    ],
  };
}

/** Why a lane cannot be made yet; "" when it can. */
export function whyNotYet({ wrong, missing }: Faults): string {
  if (missing.length > 0) return `Still needed: ${listed(missing)}.`;
  return Object.keys(wrong).length > 0 ? "A field still needs correcting." : "";
}

/** All settings as asked for, null for the standard value; only of a set-up without faults. */
export function settingsOf(setUp: SetUp, backend: LaneBackend): Record<string, string | number | null> {
  const read = fieldsOf(backend).flatMap(({ fields }) =>
    fields.map((field) => [field.name, readSetting(field, setUp.values[field.name] ?? "")] as const),
  );
  const { startsWhen, afterInvalid } = setUp;
  const start = { startsWhen: startsWhen === "positioned" ? startsWhen : null };
  const rule = backend === "repository" ? {} : { afterInvalid: afterInvalid === "halt" ? "halt" : null };
  return { ...Object.fromEntries(read), ...start, ...rule };
}

/** The request that makes the lane; only of a draft without faults. */
export function requestOf(draft: Draft): LaneRequest {
  const { serviceId, backend, ledger, ordering } = draft;
  const [name, collection] = [draft.name.trim(), draft.collection.trim()];
  const own = Object.entries(settingsOf(draft, backend)).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return {
    serviceId,
    backend,
    ordering,
    width: Number(readWidth(draft)),
    settings: Object.fromEntries(own),
    ...(backend === "repository" ? {} : { ledger, ...(name && { name }), ...(collection && { collection }) }),
  };
}
