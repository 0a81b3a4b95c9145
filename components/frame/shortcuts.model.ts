import type { Room } from "./rooms.model.ts";

/** What a key press asks for. */
export type Command =
  | { readonly kind: "go"; readonly href: string }
  | { readonly kind: "row"; readonly step: 1 | -1 }
  | { readonly kind: "search" | "help" | "up" | "await-room" | "none" };

export type KeyPress = {
  readonly key: string;
  /** Ctrl, Alt or Cmd is down: the browser's own shortcuts are left alone. */
  readonly modified: boolean;
  /** The person is writing into a field. */
  readonly writing: boolean;
};

/** The keys that work everywhere, for the overlay. */
export const KEYS = [
  { keys: "/", does: "Search" },
  { keys: "j", does: "Next row" },
  { keys: "k", does: "Previous row" },
  { keys: "Enter", does: "Open the row" },
  { keys: "Esc", does: "Leave a field, close, or go one level up" },
  { keys: "?", does: "This page" },
] as const;

const SINGLE: ReadonlyMap<string, Command> = new Map([
  ["g", { kind: "await-room" }],
  ["/", { kind: "search" }],
  ["?", { kind: "help" }],
  ["j", { kind: "row", step: 1 }],
  ["k", { kind: "row", step: -1 }],
  ["Escape", { kind: "up" }],
]);

/** What a key press means. `awaitsRoom`: the key before was g. */
export function readKey(press: KeyPress, awaitsRoom: boolean, rooms: readonly Room[]): Command {
  if (press.modified || press.writing) return { kind: "none" };
  if (awaitsRoom) {
    const room = rooms.find((candidate) => candidate.key === press.key);
    if (room) return { kind: "go", href: room.href };
  }
  return SINGLE.get(press.key) ?? { kind: "none" };
}
