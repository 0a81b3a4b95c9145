import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Which addresses a connection may go to: `public` only; also `private` ones, for an origin named as a private source;
 * or cloud `metadata` services, for a literal address named exactly so as a private source.
 */
export type AddressPolicy = "public" | "private" | "metadata";

/**
 * Addresses where cloud machines get their own credentials. Some are in ranges that are otherwise public or private.
 * Source: documentation of Azure (168.63.129.16, the "wire server"), Alibaba Cloud (100.100.100.200), AWS
 * (169.254.169.254, fd00:ec2::254, fd00:ec2::23 for EKS) and Google Cloud (169.254.169.254, fd20:ce::254).
 */
const CLOUD_METADATA: ReadonlySet<string> = new Set(
  [
    "168.63.129.16",
    "100.100.100.200",
    "169.254.169.254",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

/** Link-local stays out: there are more such services. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  "loopback",
  "private",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** Global unicast (RFC 4291 section 2.4, IANA). Everything outside is unassigned or embeds an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether a connection under `policy` may go to this address. Takes IPv4 and IPv6 text; an IPv4-mapped address counts
 * as its IPv4 address, and anything else is refused. Source: RFC 6890 and the IANA special-purpose registries.
 */
export function fitsPolicy(address: string, policy: AddressPolicy): boolean {
  if (isCloudMetadata(address)) return policy === "metadata";
  if (policy === "metadata") return false;
  const range = rangeOf(address);
  if (range === "unicast") return true;
  return policy === "private" && range !== undefined && PRIVATE_RANGES.has(range);
}

/** Whether this address belongs to a cloud's metadata service. */
export function isCloudMetadata(address: string): boolean {
  return isIP(address) !== 0 && CLOUD_METADATA.has(ipaddr.process(address).toNormalizedString());
}

/** The literal address in a URL's host, without the brackets of IPv6; undefined when the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/** Whether two texts are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}

function rangeOf(address: string): string | undefined {
  if (isIP(address) === 0) return undefined;
  const parsed = ipaddr.process(address);
  const range: string = parsed.range();
  const isOutside = parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
  return range === "unicast" && isOutside ? undefined : range;
}
