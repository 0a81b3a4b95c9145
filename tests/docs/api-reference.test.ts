import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ACTIONS, type Action, type Actor, can, ROLES, type Role } from "../../core/access/roles.ts";
import { ROUTE_NEEDS } from "../../core/access/route-needs.ts";
import { DEPOSIT_FIELD_NAMES } from "../../core/contracts/deposit.ts";
import { ERRORS } from "../../core/errors.ts";
import { OPEN_ROUTES, ROUTE_ROWS } from "../access/route-table.ts";

const TEXT = readFileSync(path.join(import.meta.dirname, "../../docs/reference/api.md"), "utf8");

/** The cells of the first table after a heading, without the header rows; back quotes removed. */
function tableAfter(heading: string): string[][] {
  const [, after = ""] = TEXT.split(`\n${heading}\n`);
  const lines = after.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, "")),
  );
}

describe("docs/reference/api.md", () => {
  it("has every error with its status, who acts and its family", () => {
    const told = tableAfter("## Errors").map(([code, status, who, family]) => [
      code,
      Number(status),
      who,
      family,
    ]);
    const known = Object.entries(ERRORS).map(([code, { status, who, family }]) => [
      code,
      status,
      who,
      family,
    ]);
    expect(told.sort()).toEqual(known.sort());
  });

  it("has every deposit field", () => {
    expect(
      tableAfter("### Deposit fields")
        .map(([name]) => name)
        .sort(),
    ).toEqual([...DEPOSIT_FIELD_NAMES].sort());
  });

  it("has every route", () => {
    const told = tableAfter("## Routes").map(([route]) => route);
    // what anybody may ask of Merritt's API is listed in merritt-api.md
    const open = Object.keys(OPEN_ROUTES).filter((route) => /api\/(health|metrics|v1)/.test(route));
    const known = [...ROUTE_ROWS.map(({ route }) => route as string), ...open].map((route) =>
      route.replace(" ", " /").replaceAll("[", "{").replaceAll("]", "}"),
    );
    expect(told.sort()).toEqual(known.sort());
  });

  it("has what every route takes of an API token", () => {
    const told = tableAfter("### Scopes").flatMap(([need, , routes = ""]) =>
      need === "read" ? [] : [...routes.matchAll(/[A-Z]+ \/[^`,]+/g)].map(([route]) => `${route} ${need}`),
    );
    const known = Object.entries(ROUTE_NEEDS).map(
      ([route, need]) => `${route.replace(" ", " /").replaceAll("[", "{").replaceAll("]", "}")} ${need}`,
    );
    expect(told.sort()).toEqual(known.filter((line) => !line.endsWith(" read")).sort());
  });

  it("tells of each act what each role may do", () => {
    const WORDS = { all: "all", granted: "granted collections", no: "no" } as const;
    const ROWS: Readonly<Record<string, readonly Action[]>> = {
      "read batches, jobs, events, objects, collections, lanes, callbacks": ["read"],
      "deposit, resume jobs, cancel own deposits that wait": ["deposit", "resume-job", "cancel"],
      "deposit in somebody else's name, have reports sent to any address": ["deposit-for-others"],
      "delete, force fail, decide on a batch that stands still, change priorities": [
        "delete",
        "force-fail",
        "set-priority",
      ],
      "send update reports, hold and release, also the whole intake": [
        "report-update",
        "hold-collection",
        "hold-work",
        "hold-intake",
      ],
      "act on lanes": ["steer-lane"],
      "make lanes, change their settings": ["make-lane"],
      "read profiles": ["read-profile"],
      "make collections, change and import profiles": ["change-profile"],
      "read mails": ["read-mail"],
      "send callbacks again": ["redeliver-callback"],
      "make and end signing keys of callbacks": ["manage-callback-secrets"],
      "invite people, change, close and open their accounts": ["manage-people"],
      "own API tokens": ["manage-own-tokens"],
      "run checks, repair what they find": ["run-check", "repair"],
      "see the sequencer, verify its chain, have another worker take over": ["steer-sequencer"],
      "start tasks, see, cancel and try them again": ["run-tasks"],
      "read alarms of the installation and incidents": ["read-alarms"],
      "silence incidents": ["silence-incident"],
      "read and export the audit": ["read-audit"],
    };
    expect(Object.values(ROWS).flat().sort()).toEqual([...ACTIONS].sort());
    const table = tableAfter("### Who may do what");
    expect(table.map(([row]) => row).sort()).toEqual(Object.keys(ROWS).sort());
    for (const [row = "", ...cells] of table) {
      for (const action of ROWS[row] ?? []) {
        const told = ROLES.map((role, place) => [role, action, cells[place]?.replace("yes", "all")]);
        expect(told).toEqual(ROLES.map((role) => [role, action, WORDS[reach(role, action)]]));
      }
    }
  });
});

function reach(role: Role, action: Action): "all" | "granted" | "no" {
  const actor = (grants: readonly string[]): Actor => ({ id: "p", name: "P", role, via: "session", grants });
  if (can(actor([]), action, "maps")) return "all";
  return can(actor(["maps"]), action, "maps") ? "granted" : "no";
}
