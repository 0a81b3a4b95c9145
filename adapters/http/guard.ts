import type { SourceRules } from "../../core/ports.ts";
import { type AddressPolicy, fitsPolicy, isCloudMetadata, literalAddress } from "./address.ts";

/** The guard's answer to an address. `policy`: where its connection may go. `why`: a clause for a message. */
export type Admission =
  | { readonly kind: "admitted"; readonly url: URL; readonly policy: AddressPolicy }
  | { readonly kind: "refused"; readonly why: string };

const USUAL_PORTS = [80, 443, 8080, 8443];
const SCHEME_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Decides from its text alone whether an http(s) address may be requested. What its host name resolves to is checked
 * when connecting (`guardedConnector`). Source: docs/reference/manifest.md, "Where files may come from".
 */
export function admitUrl(url: URL, rules: SourceRules, extraPorts: readonly number[]): Admission {
  const schemePort = SCHEME_PORTS[url.protocol];
  if (schemePort === undefined) return refused(`only http and https addresses may be used`);
  if (!isListedHost(url.hostname, rules.hosts))
    return refused(`this collection takes no files from ${url.hostname}`);

  const port = url.port === "" ? schemePort : Number(url.port);
  const isUsualPort = USUAL_PORTS.includes(port) || extraPorts.includes(port);
  const address = literalAddress(url.hostname);
  const named = address !== undefined && isCloudMetadata(address) ? "metadata" : "private";
  if (rules.privateSources.includes(`${url.hostname}:${port}`))
    return { kind: "admitted", url, policy: named };
  if (!isUsualPort) return refused(`port ${port} may not be used`);
  if (rules.privateSources.includes(url.hostname)) return { kind: "admitted", url, policy: named };

  if (address !== undefined && !fitsPolicy(address, "public"))
    return refused(`${url.hostname} is not a public address`);
  return { kind: "admitted", url, policy: "public" };
}

function refused(why: string): Admission {
  return { kind: "refused", why };
}

function isListedHost(hostname: string, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return true;
  return hosts.some((entry) => {
    const host = entry.toLowerCase();
    return host.startsWith(".") ? hostname === host.slice(1) || hostname.endsWith(host) : hostname === host;
  });
}
