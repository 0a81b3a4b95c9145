import { describe, expect, it } from "vitest";
import type { PersonDetail, PersonView } from "../../core/contracts/account-views.ts";
import { personQuery } from "../queries/people.ts";
import { draw, quietClient } from "../testing/draw.tsx";
import { PersonPage } from "./person-page.tsx";

const PERSON: PersonView = {
  id: "p-2",
  name: "Grace",
  email: "grace@example.org",
  role: "depositor",
  state: "active",
  collections: [],
  createdAt: "2026-02-01T11:00:00Z",
  closed: null,
};

function page(part: Partial<PersonView>, isSelf = false) {
  const client = quietClient();
  const detail: PersonDetail = { person: { ...PERSON, ...part }, link: null, sessions: [], tokens: [] };
  client.setQueryData(personQuery("p-2").queryKey, detail);
  return draw(<PersonPage id="p-2" isSelf={isSelf} />, { client });
}

/** All but the badge at its title and the link to the audit. */
const actsOf = (buttons: readonly string[]) =>
  buttons.slice(1).filter((name) => !name.startsWith("What this person did"));

describe("what an admin can do to a person", () => {
  it.each<[string, Partial<PersonView>, readonly string[]]>([
    ["a depositor", {}, ["Change role", "Change collections", "Close account", "New one-time link"]],
    ["an operator", { role: "operator" }, ["Change role", "Close account", "New one-time link"]],
    [
      "one who is invited",
      { state: "invited" },
      ["Change role", "Change collections", "Close account", "New invitation link"],
    ],
    ["one whose account is closed", { state: "closed" }, ["Reopen account"]],
  ])("%s", (_, part, acts) => {
    const { buttons } = page(part);
    expect(actsOf(buttons)).toEqual(acts);
  });

  it("is nothing to themselves", () => {
    const { text, buttons } = page({ role: "admin" }, true);
    expect(text).toContain("This is you.");
    expect(actsOf(buttons)).toEqual(["My account"]);
  });
});

describe("which collections a person has", () => {
  it.each<[Partial<PersonView>, string]>([
    [{}, "Collections none yet"],
    [{ collections: ["maps", "letters"] }, "Collections maps, letters"],
    [{ role: "viewer", collections: [] }, "Collections all"],
  ])("%j: %s", (part, words) => {
    expect(page(part).text).toContain(words);
  });
});

it("says who closed an account, and why", () => {
  const closed = { at: "2026-02-28T11:00:00Z", by: "Ada", reason: "She has left." };
  expect(page({ state: "closed", closed }).text).toContain("28 Feb 2026, 11:00:00 UTC, by Ada She has left.");
});
