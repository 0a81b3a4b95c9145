import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Networks whose machines are trusted to set X-Forwarded-For. */
export type Networks = readonly (readonly [address: Address, bits: number])[];

/** An entry of the header with its port, as some proxies write it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;
/**
 * Prefix lengths, by kind of address: what one household or machine has to itself, and what counts as its
 * neighbourhood.
 */
const HOST_BITS = { ipv4: 32, ipv6: 64 } as const;
const NETWORK_BITS = { ipv4: 24, ipv6: 64 } as const;

/** Parses addresses and CIDR ranges into networks. Undefined when one of them is neither. */
export function readNetworks(entries: readonly string[]): Networks | undefined {
  const read = entries.map(readNetwork);
  return read.every((one) => one !== undefined) ? read : undefined;
}

function readNetwork(entry: string): readonly [Address, number] | undefined {
  const [text = "", bits, ...more] = entry.split("/");
  const address = readAddress(text);
  if (!address || more.length > 0) return undefined;
  const most = address.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : undefined;
}

/**
 * The address a request came from: that of its socket, unless a proxy we trust names another one; then it is the
 * rightmost hop that is not itself such a proxy, since anyone may have written what is to the left of it. Undefined:
 * unknown.
 * @param peer the socket's address
 * @param forwardedFor the header X-Forwarded-For, several of them joined by commas
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: Networks,
): string | undefined {
  const socket = readAddress(peer ?? "");
  if (!socket) return undefined;
  let last = socket;
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  while (isIn(last, trusted)) {
    const hop = hops.pop();
    if (hop === undefined || hop === "") break;
    const [, inBrackets, bare] = WITH_PORT.exec(hop) ?? [];
    const address = readAddress(inBrackets ?? bare ?? hop);
    if (!address) return undefined;
    last = address;
  }
  return last.toString();
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one machine usually has all of it.
 */
export function hostOf(address: string): string {
  return within(address, HOST_BITS);
}

/** The network around an address: its /24, or its /64 for IPv6. */
export function networkOf(address: string): string {
  return within(address, NETWORK_BITS);
}

function within(text: string, bits: { readonly ipv4: number; readonly ipv6: number }): string {
  const address = readAddress(text);
  if (!address) return text;
  const range = `${address.toString()}/${bits[address.kind()]}`;
  const first =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${first.toString()}/${bits[address.kind()]}`;
}

function isIn(address: Address, networks: Networks): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** IPv4 in four decimal parts, IPv6 without a zone; IPv4 that is mapped into IPv6 is IPv4. */
function readAddress(text: string): Address | undefined {
  const bare = text.replace(/%[^%]*$/, "");
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}
