import { describe, expect, it } from "vitest";
import { addressKey, isMailAddress, MailAddress, readMailAddress } from "./address.ts";

const LONGEST = `${"l".repeat(64)}@${"h".repeat(63)}.${"h".repeat(63)}.${"h".repeat(57)}.org`;

describe("readMailAddress", () => {
  it.each([
    ["ada@example.org", "ada@example.org"],
    ["Ada.L+maps@Example.ORG", "Ada.L+maps@example.org"],
    ["maps&plans@example.org", "maps&plans@example.org"],
    ["maps/plans=1850@example.org", "maps/plans=1850@example.org"],
    ["o'neill@example.org", "o'neill@example.org"],
    ["~_#$*?^{}-@example.org", "~_#$*?^{}-@example.org"],
    ["ada@xn--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
    ["ada@example.xn--p1ai", "ada@example.xn--p1ai"],
    ["ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example"],
    ["ada@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@x.org", "ada@x.org"],
    // 254 characters, with host names of 63
    [LONGEST, LONGEST],
    [`${"l".repeat(64)}@example.org`, `${"l".repeat(64)}@example.org`],
  ])("takes %j", (text, kept) => {
    expect(readMailAddress(text)).toBe(kept);
    expect(isMailAddress(kept)).toBe(true);
    expect(MailAddress.parse(text)).toBe(kept);
  });

  it.each([
    "",
    "ada",
    "@example.org",
    "ada@",
    "ada@host",
    "ada@127.0.0.1",
    "ada@127.0.0.256",
    "ada@0x7f.1",
    "ada@[127.0.0.1]",
    "ada@example.org:25",
    "ada@example.org/x",
    "ada@ex%61mple.org",
    "ada@-example.org",
    "ada@example..org",
    "ada@example.org.",
    ".ada@example.org",
    "a..da@example.org",
    "ada@bo@example.org",
    '"ada"@example.org',
    "Ada <ada@example.org>",
    "ada@example.org, bo@example.org",
    "ada@example.org\0",
    "ada@example.org\r\nBcc: bo@example.org",
    "ada%host@example.org",
    "host!ada@example.org",
    "\u00e4da@example.org",
    `${"l".repeat(65)}@example.org`,
    `ada@${"l".repeat(64)}.org`,
    `ada@${"l.".repeat(130)}org`,
    `l${LONGEST.slice(1).replace("@", "@l.")}`,
    // 232 characters, but more than 254 with the host in ASCII
    `${"l".repeat(64)}@${`${"\u00fc".repeat(40)}.`.repeat(4)}org`,
  ])("refuses %j", (text) => {
    expect(readMailAddress(text)).toBeUndefined();
    expect(isMailAddress(text)).toBe(false);
    expect(MailAddress.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      "Give one e-mail address, such as name@example.org",
    ]);
  });
});

it("is compared without case, whichever way its host is written", () => {
  for (const address of ["Ada@M\u00fcnchen.example", "ada@xn--mnchen-3ya.EXAMPLE"])
    expect(addressKey(address)).toBe("ada@xn--mnchen-3ya.example");
});
