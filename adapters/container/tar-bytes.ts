import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { noTarInside } from "../../core/container/fault.ts";
import { FORMAT_BYTES, isTar } from "../../core/container/format.ts";
import { CONTAINER_LIMITS, isBomb } from "../../core/container/limits.ts";
import { WaybillError } from "../../core/errors.ts";
import { joinBytes } from "../../core/manifest/lines.ts";

const READ_BYTES = 262_144;
/** The most bytes a tar's headers add to its files: a header, two pax blocks and padding for each entry. */
const HEADER_BYTES = 2048;

/** The bytes of an uncompressed tar. */
export function tarBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: READ_BYTES });
}

/**
 * The bytes of a gzipped tar (RFC 1952, with several members too). Stops when it expands further than a genuine one
 * would.
 * @throws WaybillError `container_unsupported` when there is no tar inside, `container_too_large`
 */
export async function* gunzippedTarBytes(path: string, mostBytes: number): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  const most = mostBytes + CONTAINER_LIMITS.entries * HEADER_BYTES;
  let sum = 0;
  let head: Uint8Array[] | undefined = [];
  for await (const chunk of gunzipped(path)) {
    sum += chunk.length;
    if (isBomb(size, sum) || sum > most) throw tooLarge(mostBytes, sum > most);
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head.push(chunk);
    if (sum < FORMAT_BYTES) continue;
    yield checked(joinBytes(head));
    head = undefined;
  }
  if (head !== undefined) yield checked(joinBytes(head));
}

async function* gunzipped(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  const reading = pipeline(file, gunzip);
  // the loop below throws the same error
  reading.catch(() => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
  } finally {
    gunzip.destroy();
    file.destroy();
  }
}

function checked(head: Uint8Array): Uint8Array {
  if (isTar(head.subarray(0, FORMAT_BYTES))) return head;
  throw noTarInside();
}

function tooLarge(mostBytes: number, isTooMuch: boolean): WaybillError {
  return new WaybillError(
    "container_too_large",
    isTooMuch
      ? `The container unpacks to more than ${mostBytes.toLocaleString("en-US")} bytes, which is more than there is room for. Split it into several.`
      : `The container grows to more than ${CONTAINER_LIMITS.ratio} times its packed size. If it is meant, deposit it as a tar that is not compressed.`,
  );
}
