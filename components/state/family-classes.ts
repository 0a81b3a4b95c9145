import type { Family } from "./families.model.ts";

/** Class names per family: text on its soft ground, the solid of bars and dots, its tint in bars, and text alone. */
export const FAMILY_CLASSES = {
  waiting: {
    badge: "bg-waiting-soft text-waiting",
    solid: "bg-waiting-solid",
    tint: "bg-waiting-solid/35",
    text: "text-waiting",
  },
  moving: {
    badge: "bg-moving-soft text-moving",
    solid: "bg-moving-solid",
    tint: "bg-moving-solid/35",
    text: "text-moving",
  },
  time: {
    badge: "bg-time-soft text-time",
    solid: "bg-time-solid",
    tint: "bg-time-solid/35",
    text: "text-time",
  },
  person: {
    badge: "bg-person-soft text-person",
    solid: "bg-person-solid",
    tint: "bg-person-solid/35",
    text: "text-person",
  },
  unknown: {
    badge: "bg-unknown-soft text-unknown",
    solid: "bg-unknown-solid",
    tint: "bg-unknown-solid/35",
    text: "text-unknown",
  },
  done: {
    badge: "bg-done-soft text-done",
    solid: "bg-done-solid",
    tint: "bg-done-solid/35",
    text: "text-done",
  },
  gone: {
    badge: "bg-gone-soft text-gone line-through",
    solid: "bg-gone-solid",
    tint: "bg-gone-solid/35",
    text: "text-gone",
  },
} as const satisfies Record<
  Family,
  { readonly badge: string; readonly solid: string; readonly tint: string; readonly text: string }
>;
