import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The header that tells a route the address its request came from, since Next does not expose the socket. */
export const PEER_HEADER = "x-waybill-peer";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillPeerKey?: string };

/** Known to this process only, so that no client can forge it. */
function key(): string {
  held.waybillPeerKey ??= randomBytes(16).toString("base64url");
  return held.waybillPeerKey;
}

/** The header that tells routes the address; absent when it is not known. */
export function peerHeader(address: string | undefined): Record<typeof PEER_HEADER, string> {
  return { [PEER_HEADER]: address === undefined ? "" : `${key()} ${address}` };
}

/** Sets the header on an incoming request, replacing anything the client sent under that name. */
export function tellPeer(headers: IncomingHttpHeaders, address: string | undefined): void {
  Object.assign(headers, peerHeader(address));
}

/** The address a request came from; undefined when unknown. */
export function peerOf(headers: Headers): string | undefined {
  const [told, address] = (headers.get(PEER_HEADER) ?? "").split(" ");
  return told === key() ? address : undefined;
}
