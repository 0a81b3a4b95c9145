/** What a state means for the people who look at it; each family has one colour, used for nothing else. */
export const FAMILIES = ["waiting", "moving", "time", "person", "unknown", "done", "gone"] as const;
export type Family = (typeof FAMILIES)[number];

/** The family's name in legends, and the sentence that explains it. */
export const FAMILY_WORDS = {
  waiting: { name: "Waiting", sentence: "Has not started. Nothing to do." },
  moving: { name: "Moving", sentence: "Waybill is working on it. Nothing to do." },
  time: {
    name: "On hold",
    sentence:
      "Stands still for a reason that is shown. A delay or want of space ends by itself; a hold at its time, or when a person releases it.",
  },
  person: {
    name: "Needs a person",
    sentence: "Failed, or stopped by a problem that someone must solve. The page says who, and what to do.",
  },
  unknown: { name: "Unknown", sentence: "Nobody knows yet what became of it." },
  done: { name: "Done", sentence: "Ended well." },
  gone: { name: "Gone", sentence: "Deleted on purpose." },
} as const satisfies Record<Family, { readonly name: string; readonly sentence: string }>;

/** Names of the icons in state-icon.tsx. */
export type StateIconName =
  | "clock"
  | "hand"
  | "ruler"
  | "space"
  | "download"
  | "cog"
  | "book"
  | "bell"
  | "check"
  | "cross"
  | "trash"
  | "mail"
  | "refresh"
  | "question";

/** How a state is shown: its family, its word, its icon, and a sentence for hover and legend. */
export type StateLook = {
  readonly family: Family;
  readonly word: string;
  readonly icon: StateIconName;
  readonly sentence: string;
};
