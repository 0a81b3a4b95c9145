import { describe, expect, test } from "vitest";
import { isMailAddress } from "../mail/address.ts";
import { recipients } from "./recipients.ts";

describe("isMailAddress", () => {
  test.each([
    "a@example.org",
    "first.last+tag@mail.example.org",
    "o'neil@example.org",
    `${"x".repeat(64)}@example.org`,
    "waybill@localhost.localdomain",
  ])("takes %j", (address) => {
    expect(isMailAddress(address)).toBe(true);
  });

  test.each([
    "",
    "a",
    "a@b",
    "@example.org",
    "a@example.org\r\nBcc: evil@example.org",
    "b@example.org \r\n Bcc: evil@example.org",
    "a@example.org\n",
    "a@example.org, evil@example.org",
    "a@example.org;evil@example.org",
    "a@example.org evil@example.org",
    "Name <a@example.org>",
    "<a@example.org>",
    "group: a@example.org, evil@example.org;",
    "undisclosed-recipients:;",
    '"a b"@example.org',
    '"evil@example.org,"@example.org',
    "a(comment)@example.org",
    "@relay.example.org:a@example.org",
    "a@[127.0.0.1]",
    "a@example.org\u0000",
    "a\u0000@example.org",
    "a@exam\u200Bple.org",
    "ä@example.org",
    "a@exämple.org",
    "a..b@example.org",
    ".a@example.org",
    " a@example.org",
    `${"x".repeat(65)}@example.org`,
    `a@${"x".repeat(250)}.org`,
  ])("refuses %j", (address) => {
    expect(isMailAddress(address)).toBe(false);
  });
});

describe("recipients", () => {
  const profile = {
    notify: ["team@example.org", "lead@example.org"],
    notifySubmitter: true,
    notifySuppression: "none",
  } as const;
  const settings = { ...profile, notify: [...profile.notify] };

  test("the profile's addresses, operators as blind copies", () => {
    expect(recipients({}, settings, ["ops@example.org"])).toEqual({
      to: ["team@example.org", "lead@example.org"],
      bcc: ["ops@example.org"],
      refused: [],
    });
  });

  test("the deposit's address replaces the profile's", () => {
    expect(recipients({ notification: "me@example.org" }, settings, []).to).toEqual(["me@example.org"]);
  });

  test("who deposited it, beside the profile's, each once", () => {
    const [submitter, team] = ["ada@example.org", "team@example.org"];
    expect(recipients({ submitter }, settings, []).to).toEqual([submitter, team, "lead@example.org"]);
    expect(recipients({ submitter: team }, settings, []).to).toEqual([team, "lead@example.org"]);
  });

  test.each([
    ["she names another address", { notification: "me@example.org" }, {}, ["me@example.org"]],
    ["the profile says no", {}, { notifySubmitter: false }, ["team@example.org", "lead@example.org"]],
    ["the profile suppresses mails", {}, { notifySuppression: "all" }, []],
  ] as const)("... not when %s", (_, own, changes, to) => {
    const asked = { submitter: "ada@example.org", ...own };
    expect(recipients(asked, { ...settings, ...changes }, []).to).toEqual(to);
  });

  test("everybody once, whatever the case", () => {
    const both = { ...settings, notify: ["Team@Example.org", "team@example.org"] };
    expect(recipients({}, both, ["TEAM@example.org", "ops@example.org"])).toEqual({
      to: ["Team@Example.org"],
      bcc: ["ops@example.org"],
      refused: [],
    });
  });

  test("addresses that are none are left out and named", () => {
    expect(
      recipients({ notification: "a@example.org\r\nBcc: e@example.org" }, settings, [
        "ops@example.org",
        "x; y@example.org",
      ]),
    ).toEqual({
      to: [],
      bcc: ["ops@example.org"],
      refused: ["a@example.org\r\nBcc: e@example.org", "x; y@example.org"],
    });
  });

  test("a profile that suppresses mails leaves who asked for one by the deposit", () => {
    const suppressed = { ...settings, notifySuppression: "all" } as const;
    expect(recipients({ notification: "me@example.org" }, suppressed, ["ops@example.org"])).toEqual({
      to: ["me@example.org"],
      bcc: [],
      refused: [],
    });
    expect(recipients({}, suppressed, ["ops@example.org"])).toEqual({
      to: [],
      bcc: [],
      refused: [],
    });
  });
});
