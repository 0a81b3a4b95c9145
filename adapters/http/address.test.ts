import { describe, expect, it } from "vitest";
import { fitsPolicy, isSameAddress, literalAddress } from "./address.ts";

const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "93.184.215.14",
  "::ffff:8.8.8.8",
  "2606:4700::1111",
  "2a00:1450:4001::200e",
];
const PRIVATE = [
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fd00:ec2::253",
  "100.100.100.201",
  "::ffff:10.0.0.1",
];
const NEVER = [
  "0.0.0.0",
  "0.1.2.3",
  "169.254.169.253",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::a",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "100::1",
  "4000::1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::1",
  "2002:7f00:1::",
  "2001::1",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "::ffff:0:127.0.0.1",
  "::ffff:169.254.169.253",
  "64:ff9b::168.63.129.16",
  "2002:a83f:8110::",
  "",
  "localhost",
  "127.1",
  "2130706433",
  "0x7f.1",
];

/** Services that give a cloud machine's credentials to anyone who asks. */
const METADATA = [
  "168.63.129.16",
  "100.100.100.200",
  "169.254.169.254",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
  "fd00:0ec2:0000::0254",
  "::ffff:168.63.129.16",
  "::ffff:a83f:8110",
  "::ffff:100.100.100.200",
  "::ffff:169.254.169.254",
];

describe("fitsPolicy", () => {
  it.each(PUBLIC)("lets %s through", (address) => {
    expect(fitsPolicy(address, "public")).toBe(true);
    expect(fitsPolicy(address, "private")).toBe(true);
    expect(fitsPolicy(address, "metadata")).toBe(false);
  });

  it.each(METADATA)("lets the metadata service %s through only where it is named itself", (address) => {
    expect(fitsPolicy(address, "public")).toBe(false);
    expect(fitsPolicy(address, "private")).toBe(false);
    expect(fitsPolicy(address, "metadata")).toBe(true);
  });

  it.each([...PRIVATE, "::127.0.0.1"])("lets %s through for a private source only", (address) => {
    expect(fitsPolicy(address, "public")).toBe(false);
    expect(fitsPolicy(address, "private")).toBe(true);
    expect(fitsPolicy(address, "metadata")).toBe(false);
  });

  it.each(NEVER)("never lets %j through", (address) => {
    expect(fitsPolicy(address, "public")).toBe(false);
    expect(fitsPolicy(address, "private")).toBe(false);
    expect(fitsPolicy(address, "metadata")).toBe(false);
  });
});

describe("literalAddress", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "::1"],
    ["example.org", undefined],
    ["[example.org]", undefined],
    ["127.1", undefined],
  ])("reads %s as %s", (hostname, address) => {
    expect(literalAddress(hostname)).toBe(address);
  });
});

describe("isSameAddress", () => {
  it.each([
    ["127.0.0.1", "::ffff:127.0.0.1", true],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["127.0.0.1", "127.0.0.2", false],
    ["127.0.0.1", "", false],
  ])("%s and %s: %s", (one, other, same) => {
    expect(isSameAddress(one, other)).toBe(same);
  });
});
