import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a zip made byte by byte; what is left out is as it should be. */
export type RawEntry = {
  readonly name: string | Uint8Array;
  /** In the entry's own header; default the name. */
  readonly localName?: string | Uint8Array;
  readonly data?: Uint8Array | string;
  /** 0 store, 8 deflate (default). Others are written as store. */
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode, 0o100644 by default. */
  readonly mode?: number;
  /** Attributes of DOS, of an entry that was made there. */
  readonly dos?: number;
  readonly crc?: number;
  /** Uncompressed size said in both headers. */
  readonly size?: number;
  /** Offset of the local header said in the central directory; default where it is. */
  readonly offset?: number;
  readonly extra?: Uint8Array;
};

const bytes = (value: string | Uint8Array) =>
  typeof value === "string" ? Buffer.from(value) : Buffer.from(value);

/** What the end record says instead, and what stands between, in and after. */
export type RawEnd = {
  readonly entryCount?: number;
  readonly disk?: number;
  readonly listBytes?: number;
  readonly beforeEnd?: Uint8Array;
  readonly comment?: Uint8Array | string;
  readonly after?: Uint8Array | string;
};

/** A zip of these entries. Source: APPNOTE 6.3.10 section 4.3. */
export function rawZip(entries: readonly RawEntry[], changes: RawEnd = {}): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, directory } = headersOf(entry, at);
    parts.push(local);
    central.push(directory);
    at += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(changes.disk ?? 0, 4);
  end.writeUInt16LE(changes.entryCount ?? entries.length, 8);
  end.writeUInt16LE(changes.entryCount ?? entries.length, 10);
  end.writeUInt32LE(changes.listBytes ?? list.length, 12);
  end.writeUInt32LE(at, 16);
  const comment = bytes(changes.comment ?? "");
  end.writeUInt16LE(comment.length, 20);
  const { beforeEnd = "", after = "" } = changes;
  return Buffer.concat([...parts, list, bytes(beforeEnd), end, comment, bytes(after)]);
}

function headersOf(entry: RawEntry, at: number) {
  const { method = 8, flags = 0, mode = 0o100644, extra = new Uint8Array() } = entry;
  const data = bytes(entry.data ?? "");
  const packed = method === 8 ? deflateRawSync(data) : data;
  const name = bytes(entry.name);
  const localName = bytes(entry.localName ?? entry.name);
  const fixed = Buffer.alloc(22);
  fixed.writeUInt16LE(20, 0);
  fixed.writeUInt16LE(flags, 2);
  fixed.writeUInt16LE(method, 4);
  fixed.writeUInt32LE(entry.crc ?? crc32(data), 10);
  fixed.writeUInt32LE(packed.length, 14);
  fixed.writeUInt32LE(entry.size ?? data.length, 18);
  const localEnd = Buffer.alloc(4);
  localEnd.writeUInt16LE(localName.length, 0);
  const local = Buffer.concat([signature(0x04034b50), fixed, localEnd, localName, packed]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(name.length, 0);
  end.writeUInt16LE(extra.length, 2);
  end.writeUInt32LE(entry.dos ?? (mode << 16) >>> 0, 10);
  end.writeUInt32LE(entry.offset ?? at, 14);
  const madeBy = Buffer.from([20, entry.dos === undefined ? 3 : 0]);
  const directory = Buffer.concat([signature(0x02014b50), madeBy, fixed, end, name, extra]);
  return { local, directory };
}

function signature(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value, 0);
  return buffer;
}
