import { describe, expect, it } from "vitest";
import { ROLES } from "../../core/access/roles.ts";
import { crumbsOf } from "./crumbs.model.ts";
import { roomAt, roomsOf } from "./rooms.model.ts";

describe("roomsOf", () => {
  it.each([
    [
      "admin",
      [
        "Overview",
        "New deposit",
        "Batches",
        "Jobs",
        "Lanes",
        "Objects",
        "Collections",
        "Mailbox",
        "Callbacks",
        "Checks",
        "Tasks",
        "Sequencer",
        "People",
        "Audit",
        "API tokens",
        "My account",
      ],
    ],
    [
      "operator",
      [
        "Overview",
        "New deposit",
        "Batches",
        "Jobs",
        "Lanes",
        "Objects",
        "Collections",
        "Mailbox",
        "Callbacks",
        "Checks",
        "Tasks",
        "Sequencer",
        "API tokens",
        "My account",
      ],
    ],
    ["depositor", ["New deposit", "My deposits", "Objects", "API tokens", "My account"]],
    ["viewer", ["Batches", "Jobs", "Lanes", "Objects", "Collections", "Callbacks", "My account"]],
  ] as const)("offers the %s what the role has", (role, names) => {
    expect(roomsOf(role).map((room) => room.name)).toEqual(names);
  });

  it("gives every room a letter of its own", () => {
    for (const role of ROLES) {
      const keys = roomsOf(role).map((room) => room.key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe("roomAt", () => {
  it.each([
    ["/batches", "/batches"],
    ["/batches/bid-1", "/batches"],
    ["/batchesx", undefined],
    ["/account/tokens", "/account/tokens"],
    ["/account", "/account"],
    ["/", "/"],
  ])("finds %s in %s", (pathname, href) => {
    expect(roomAt(roomsOf("admin"), pathname)?.href).toBe(href);
  });
});

describe("crumbsOf", () => {
  it.each([
    [
      "/lanes/~new",
      "admin",
      [
        ["Lanes", "/lanes"],
        ["New", "/lanes/~new"],
      ],
    ],
    [
      "/lanes/settings/settings",
      "admin",
      [
        ["Lanes", "/lanes"],
        ["settings", "/lanes/settings"],
        ["Settings", "/lanes/settings/settings"],
      ],
    ],
    ["/batches", "admin", [["Batches", "/batches"]]],
    [
      "/batches/bid-1f0c2b34-aaaa-4bbb-8ccc-0123456789a2",
      "depositor",
      [
        ["My deposits", "/batches"],
        ["bid-1f0c…89a2", "/batches/bid-1f0c2b34-aaaa-4bbb-8ccc-0123456789a2"],
      ],
    ],
    [
      "/jobs/jid-1",
      "depositor",
      [
        ["Jobs", "/jobs"],
        ["jid-1", "/jobs/jid-1"],
      ],
    ],
    ["/sign-in", "admin", []],
    [
      "/mail/%E0%A4%A",
      "admin",
      [
        ["Mailbox", "/mail"],
        ["%E0%A4%A", "/mail/%E0%A4%A"],
      ],
    ],
  ] as const)("of %s for the %s", (pathname, role, expected) => {
    expect(crumbsOf(pathname, role).map((crumb) => [crumb.name, crumb.href])).toEqual(expected);
  });
});
