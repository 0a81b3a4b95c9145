import type { Socket } from "node:net";
import { rootCertificates } from "node:tls";
import { buildConnector } from "undici";
import type { PayloadOptions } from "../payload/options.ts";
import { type AddressPolicy, fitsPolicy, isSameAddress, literalAddress } from "./address.ts";

/**
 * The host resolves to an address that connections may not go to. `message` is a clause; the addresses are for the log.
 */
export class RefusedHost extends Error {
  readonly addresses: readonly string[];

  constructor(hostname: string, addresses: readonly string[]) {
    super(`${hostname} does not lead to public addresses only`);
    this.name = "RefusedHost";
    this.addresses = addresses;
  }
}

type Connect = buildConnector.connector;
type Target = buildConnector.Options;
type ConnectOptions = Pick<PayloadOptions, "connectTimeoutMs" | "trustedCertificates" | "resolve">;

/**
 * Makes undici's connections: resolves the host once, refuses it unless every address fits `policy`, and connects to a
 * checked address, in the resolver's order. Host header, SNI and certificate check use the name. undici's own
 * `connect.lookup` would not do: it is never called for addresses written as numbers. Errors: `RefusedHost` before any
 * socket is opened; else those of node:dns, node:net and node:tls.
 */
export function guardedConnector(
  policy: AddressPolicy,
  options: ConnectOptions,
  dial = dialer(options),
): Connect {
  return (target, callback) => {
    connectChecked(target, policy, options, dial).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

function dialer({ connectTimeoutMs, trustedCertificates }: ConnectOptions): Connect {
  const ca = trustedCertificates.length > 0 ? { ca: [...rootCertificates, ...trustedCertificates] } : {};
  return buildConnector({ timeout: connectTimeoutMs, ...ca });
}

async function connectChecked(target: Target, policy: AddressPolicy, options: ConnectOptions, dial: Connect) {
  const literal = literalAddress(target.hostname);
  const addresses = literal === undefined ? await options.resolve(target.hostname) : [literal];
  if (addresses.length === 0 || !addresses.every((address) => fitsPolicy(address, policy))) {
    throw new RefusedHost(target.hostname, addresses);
  }
  const servername = literal === undefined ? { servername: target.servername ?? target.hostname } : {};
  let failure: unknown;
  for (const address of addresses) {
    try {
      return checkPeer(
        await dialOnce(dial, { ...target, ...servername, hostname: address }),
        target,
        address,
      );
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function dialOnce(dial: Connect, target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(target, (error, socket) => {
      if (error) reject(error);
      else resolve(socket);
    });
  });
}

function checkPeer(socket: Socket, target: Target, address: string): Socket {
  if (!isSameAddress(socket.remoteAddress ?? "", address)) {
    socket.destroy();
    throw new RefusedHost(target.hostname, [socket.remoteAddress ?? "unknown"]);
  }
  socket.on("error", renameReset);
  return socket;
}

/**
 * undici takes ECONNRESET for the regular end of a body delimited by closing the connection, which a reset never is.
 */
function renameReset(error: NodeJS.ErrnoException): void {
  if (error.code === "ECONNRESET") error.code = "WAYBILL_RESET";
}
