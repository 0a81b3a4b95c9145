import type { Family } from "./families.model.ts";

/** Class names per family: text on its soft ground, the solid of bars and dots, and text alone. */
export const FAMILY_CLASSES = {
  waiting: { badge: "bg-waiting-soft text-waiting", solid: "bg-waiting-solid", text: "text-waiting" },
  moving: { badge: "bg-moving-soft text-moving", solid: "bg-moving-solid", text: "text-moving" },
  time: { badge: "bg-time-soft text-time", solid: "bg-time-solid", text: "text-time" },
  person: { badge: "bg-person-soft text-person", solid: "bg-person-solid", text: "text-person" },
  unknown: { badge: "bg-unknown-soft text-unknown", solid: "bg-unknown-solid", text: "text-unknown" },
  done: { badge: "bg-done-soft text-done", solid: "bg-done-solid", text: "text-done" },
  gone: { badge: "bg-gone-soft text-gone line-through", solid: "bg-gone-solid", text: "text-gone" },
} as const satisfies Record<
  Family,
  { readonly badge: string; readonly solid: string; readonly text: string }
>;
