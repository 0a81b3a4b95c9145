import { describe, expect, it } from "vitest";
import { clientAddress, hostOf, type Networks, networkOf, readNetworks } from "./client-address.ts";

function networks(...entries: readonly string[]): Networks {
  const read = readNetworks(entries);
  if (!read) throw new Error("no networks");
  return read;
}

describe("the address a request came from", () => {
  it.each([
    ["nobody is trusted", [], "203.0.113.9", undefined, "203.0.113.9"],
    ["and says something", [], "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["from this very machine", [], "127.0.0.1", "198.51.100.1", "127.0.0.1"],
    ["the socket is IPv6 for IPv4", [], "::ffff:203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["a proxy", ["127.0.0.1"], "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["a proxy on a mapped socket", ["127.0.0.1"], "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["a proxy that says nothing", ["127.0.0.1"], "127.0.0.1", undefined, "127.0.0.1"],
    [
      "a proxy behind another",
      ["127.0.0.1", "10.0.0.0/8"],
      "127.0.0.1",
      "203.0.113.9, 10.9.8.7",
      "203.0.113.9",
    ],
    ["a client that forges one hop", ["127.0.0.1"], "127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    [
      "one that forges a proxy's",
      ["10.0.0.0/8"],
      "10.0.0.1",
      "198.51.100.1, 10.0.0.5, 203.0.113.9",
      "203.0.113.9",
    ],
    ["only proxies", ["10.0.0.0/8"], "10.0.0.1", "10.0.0.5, 10.0.0.6", "10.0.0.5"],
    ["with a port", ["127.0.0.1"], "127.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["IPv6 with a port", ["::1"], "::1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["IPv6 bare", ["::1"], "::1", "2001:db8:0:0::7", "2001:db8::7"],
    ["IPv6 in a range", ["fd00::/8"], "fd00::1", "2001:db8::7, fd12::1", "2001:db8::7"],
    ["a word the proxy wrote", ["127.0.0.1"], "127.0.0.1", "203.0.113.9, unknown", undefined],
    ["a word the client wrote", ["127.0.0.1"], "127.0.0.1", "' OR 1, 203.0.113.9", "203.0.113.9"],
    ["an odd spelling of IPv4", ["127.0.0.1"], "127.0.0.1", "0x7f.1", undefined],
    ["no socket's address", ["127.0.0.1"], undefined, "203.0.113.9", undefined],
  ])("%s", (_, trusted, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, networks(...trusted))).toBe(address);
  });
});

it.each([
  [["10.0.0.0/33"]],
  [["10.0.0/8"]],
  [["proxy.example.org"]],
  [["::1/129"]],
  [["10.0.0.1/8/8"]],
  [["10.0.0.1", ""]],
  [["10.0.0.1/"]],
])("%j are no networks", (entries) => {
  expect(readNetworks(entries)).toBeUndefined();
});

it.each([
  ["203.0.113.9", "203.0.113.9/32", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
  ["::ffff:203.0.113.9", "203.0.113.9/32", "203.0.113.0/24"],
])("%s is the host %s in the network %s", (address, host, network) => {
  expect([hostOf(address), networkOf(address)]).toEqual([host, network]);
});
