import type { Role } from "../../core/access/roles.ts";
import { shortId } from "../display/amount.model.ts";
import { roomAt, roomsOf } from "./rooms.model.ts";

export type Crumb = { readonly name: string; readonly href: string };

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Pages that are no thing of their room; no id is spelled like one. */
const PAGES: Readonly<Record<string, string>> = {
  "~new": "New",
  "~import": "Import",
  signing: "Signing keys",
  kinds: "Kinds",
};

/** An id, or what a page below it is for. */
function nameOf(segment: string, at: number): string {
  const page = PAGES[segment];
  if (page) return page;
  return at > 0 && segment === "settings" ? "Settings" : shortId(segment);
}

/** The way from a room down to the page: "Batches / bid-1f0c…9a2e". A page outside of all rooms has none. */
export function crumbsOf(pathname: string, role: Role): readonly Crumb[] {
  const room = roomAt(roomsOf(role), pathname) ?? roomAt(roomsOf("admin"), pathname);
  if (!room) return [];
  const rest = pathname.slice(room.href.length).split("/").filter(Boolean);
  return [
    { name: room.name, href: room.href },
    ...rest.map((segment, at) => ({
      name: nameOf(decoded(segment), at),
      href: [room.href, ...rest.slice(0, at + 1)].join("/"),
    })),
  ];
}
