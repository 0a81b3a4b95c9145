import type { Role } from "../../core/access/roles.ts";

export type RoomIcon =
  | "overview"
  | "deposit"
  | "batches"
  | "jobs"
  | "objects"
  | "collections"
  | "lanes"
  | "mail"
  | "callbacks"
  | "checks"
  | "tasks"
  | "sequencer"
  | "tokens"
  | "people"
  | "audit"
  | "account";

/** A room of the console: where it is, the letter after g that goes there, and who has it. */
export type Room = {
  readonly href: string;
  readonly name: string;
  readonly key: string;
  readonly icon: RoomIcon;
};

type Entry = Room & { readonly roles: readonly Role[]; readonly depositorName?: string };

const ALL_BUT_DEPOSITORS = ["admin", "operator", "viewer"] as const;
const STAFF = ["admin", "operator"] as const;
const ALL = ["admin", "operator", "depositor", "viewer"] as const;

/** All rooms, in the order of the rail. What a role may do there is decided by the server; this is only what is offered. */
const ROOMS = [
  { href: "/", name: "Overview", key: "h", icon: "overview", roles: STAFF },
  {
    href: "/deposit",
    name: "New deposit",
    key: "n",
    icon: "deposit",
    roles: ["admin", "operator", "depositor"],
  },
  { href: "/batches", name: "Batches", depositorName: "My deposits", key: "b", icon: "batches", roles: ALL },
  { href: "/jobs", name: "Jobs", key: "j", icon: "jobs", roles: ALL_BUT_DEPOSITORS },
  { href: "/lanes", name: "Lanes", key: "l", icon: "lanes", roles: ALL_BUT_DEPOSITORS },
  { href: "/objects", name: "Objects", key: "o", icon: "objects", roles: ALL },
  { href: "/collections", name: "Collections", key: "c", icon: "collections", roles: ALL_BUT_DEPOSITORS },
  { href: "/mail", name: "Mailbox", key: "m", icon: "mail", roles: STAFF },
  { href: "/callbacks", name: "Callbacks", key: "k", icon: "callbacks", roles: ALL_BUT_DEPOSITORS },
  { href: "/checks", name: "Checks", key: "i", icon: "checks", roles: STAFF },
  { href: "/tasks", name: "Tasks", key: "w", icon: "tasks", roles: STAFF },
  { href: "/sequencer", name: "Sequencer", key: "s", icon: "sequencer", roles: STAFF },
  { href: "/people", name: "People", key: "p", icon: "people", roles: ["admin"] },
  { href: "/audit", name: "Audit", key: "u", icon: "audit", roles: ["admin"] },
  {
    href: "/account/tokens",
    name: "API tokens",
    key: "t",
    icon: "tokens",
    roles: ["admin", "operator", "depositor"],
  },
  { href: "/account", name: "My account", key: "a", icon: "account", roles: ALL },
] as const satisfies readonly Entry[];

/** The rooms offered to a role. */
export function roomsOf(role: Role): readonly Room[] {
  return (ROOMS as readonly Entry[])
    .filter((room) => room.roles.includes(role))
    .map(({ roles: _, depositorName, ...room }) => ({
      ...room,
      name: role === "depositor" && depositorName ? depositorName : room.name,
    }));
}

/** The room a path lies in. */
export function roomAt(rooms: readonly Room[], pathname: string): Room | undefined {
  return rooms.find((room) => pathname === room.href || pathname.startsWith(`${room.href}/`));
}
