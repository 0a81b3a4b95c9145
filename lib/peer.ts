import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** How a route, which Next gives no socket, learns the address its request came from. */
export const PEER_HEADER = "x-waybill-peer";

/** On globalThis, since Next puts the same file into several bundles. */
const held = globalThis as typeof globalThis & { waybillPeerKey?: string };

/** Known to this process alone, so that nothing a client sends is taken for it. */
function key(): string {
  held.waybillPeerKey ??= randomBytes(16).toString("base64url");
  return held.waybillPeerKey;
}

/** The header that tells routes the address; absent when it is not known. */
export function peerHeader(address: string | undefined): Record<typeof PEER_HEADER, string> {
  return { [PEER_HEADER]: address === undefined ? "" : `${key()} ${address}` };
}

/** Tells routes of a request as it comes in; whatever its client sent under that name is gone. */
export function tellPeer(headers: IncomingHttpHeaders, address: string | undefined): void {
  Object.assign(headers, peerHeader(address));
}

/** The address a request came from; undefined when nobody knows. */
export function peerOf(headers: Headers): string | undefined {
  const [told, address] = (headers.get(PEER_HEADER) ?? "").split(" ");
  return told === key() ? address : undefined;
}
