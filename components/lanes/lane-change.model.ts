import type { LaneChange } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import type { Difference } from "../ui/difference-list.tsx";
import { readWidth, type SetUp, settingsOf } from "./set-up.model.ts";
import { fieldsOf, STANDARD, writeSetting } from "./setting-fields.model.ts";

const ORDER_WORDS = { serial: "one at a time", unordered: "no order" } as const;
const START_WORDS = { accepted: "once accepted", positioned: "once it has its position" } as const;
const AFTER_WORDS = { continue: "go on", halt: "halt" } as const;

/** What `setUp` would change of a lane: in words, and as the request's fields. Only of a set-up without faults. */
export function changeOf(
  lane: LaneView,
  setUp: SetUp,
): {
  readonly differences: readonly Difference[];
  readonly change: Pick<LaneChange, "ordering" | "width" | "settings">;
} {
  const { backend, ownSettings } = lane;
  const width = Number(readWidth(setUp));
  const settings = Object.fromEntries(
    Object.entries(settingsOf(setUp, backend)).filter(
      ([name, value]) => (ownSettings[name] ?? null) !== value,
    ),
  );
  const differences = [
    ...difference("Order", ORDER_WORDS[lane.ordering], ORDER_WORDS[setUp.ordering]),
    ...(setUp.ordering === "unordered" ? difference("Width", String(lane.width), String(width)) : []),
    ...differentSettings(lane, settings),
  ];
  return {
    differences,
    change: {
      ...(setUp.ordering !== lane.ordering && { ordering: setUp.ordering }),
      ...(setUp.ordering === "unordered" && width !== lane.width && { width }),
      settings,
    },
  };
}

function difference(what: string, from: string, to: string): Difference[] {
  return from === to ? [] : [{ what, from, to }];
}

function differentSettings(
  { backend, ownSettings }: LaneView,
  settings: Readonly<Record<string, string | number | null>>,
): Difference[] {
  const fields = fieldsOf(backend).flatMap((group) => group.fields);
  const told = fields.flatMap((field) => {
    const to = settings[field.name];
    if (to === undefined) return [];
    const words = (value: unknown) =>
      typeof value === "number"
        ? writeSetting(field, value)
        : `${writeSetting(field, STANDARD[field.name])} (standard)`;
    return difference(field.label, words(ownSettings[field.name]), words(to));
  });
  const { startsWhen, afterInvalid } = { ...ownSettings, ...settings };
  const start = (value: unknown) => START_WORDS[value === "positioned" ? "positioned" : "accepted"];
  const rule = (value: unknown) => AFTER_WORDS[value === "halt" ? "halt" : "continue"];
  return [
    ...difference("A batch may begin", start(ownSettings.startsWhen), start(startsWhen)),
    ...difference("After a refusal", rule(ownSettings.afterInvalid), rule(afterInvalid)),
    ...told,
  ];
}
