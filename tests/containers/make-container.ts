import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { ZipFile } from "yazl";

/** Names and contents; a name that ends in a slash is a folder. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** A zip as programs make it. */
export async function makeZip(
  contents: Contents,
  options: { readonly zip64?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(contents)) {
    if (name.endsWith("/")) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, { forceZip64Format: options.zip64 ?? false });
  }
  zip.end({ forceZip64Format: options.zip64 ?? false, comment: "" });
  return collect(zip.outputStream as AsyncIterable<Uint8Array>);
}

type TarEntry = Parameters<ReturnType<typeof pack>["entry"]>[0];

/** A tar of these entries; a content undefined for those that have none. */
export async function makeTar(
  entries: readonly (readonly [TarEntry, string | Uint8Array | undefined])[],
): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of entries) {
    if (content === undefined) tar.entry(header, "");
    else tar.entry(header, Buffer.from(content));
  }
  tar.finalize();
  return collect(tar as AsyncIterable<unknown>);
}

/** A tar of plain files. */
export function tarOf(contents: Contents): Promise<Buffer> {
  return makeTar(
    Object.entries(contents).map(([name, content]) => [
      { name, type: name.endsWith("/") ? "directory" : "file" } as const,
      name.endsWith("/") ? undefined : content,
    ]),
  );
}

export async function tarGzOf(contents: Contents): Promise<Buffer> {
  return gzipSync(await tarOf(contents));
}

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}
