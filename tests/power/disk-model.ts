import path from "node:path";
import type { Call } from "./calls.ts";

type FileNode = { readonly kind: "file"; bytes: Buffer; safe: Buffer };
type FolderNode = { readonly kind: "folder"; names: Map<string, Node>; safe: Map<string, Node> };
type Node = FileNode | FolderNode;
type Open = { readonly node: Node; position: number; readonly appends: boolean; readonly syncs: boolean };
/** What a sync that has begun will have made safe when it ends: nothing that came after its beginning. */
type Snapshot = { readonly node: Node; readonly content: Buffer | Map<string, Node> };

/** What a power loss leaves of a path at the worst: its bytes, or why there is nothing to rely on. */
export type Survivor = Buffer | { readonly lost: string };

/**
 * A file system below one folder that forgets at a power loss all it was not told to keep. Bytes of a file are kept by a
 * sync of the file after the last write, a name by a sync of its folder after the last change of that name; nothing else
 * is relied on: not that a sync of a file keeps its name, nor one of a folder those above it. That is what POSIX promises
 * of fsync and less than what ext4, XFS or APFS do. The top folder itself is there.
 */
export class DiskModel {
  readonly #top: string;
  readonly #root: FolderNode = newFolder();
  readonly #open = new Map<number, Open>();
  readonly #syncing = new Map<number, readonly Snapshot[]>();

  constructor(top: string) {
    this.#top = top;
  }

  /** Something that was there, and safe, before the recording began. */
  found(file: string, bytes: Buffer | "folder"): void {
    const [folder, name] = this.#placeOf(file);
    const node: Node = bytes === "folder" ? newFolder() : { kind: "file", bytes, safe: bytes };
    folder.names.set(name, node);
    folder.safe.set(name, node);
  }

  begin(id: number, call: Call): void {
    if (call.kind === "close") this.#open.delete(call.fd);
    if (call.kind === "sync all") this.#syncing.set(id, [...nodesBelow(this.#root)].map(snapshotOf));
    if (call.kind !== "sync") return;
    const node = this.#open.get(call.fd)?.node;
    if (node) this.#syncing.set(id, [snapshotOf(node)]);
  }

  end(id: number, call: Call): void {
    if (call.kind === "sync" || call.kind === "sync all") this.#sync(id);
    else if (call.kind === "open") this.#openFile(call);
    else if (call.kind === "write") this.#write(this.#open.get(call.fd), call.bytes, call.at);
    else if (call.kind === "copy") this.#copy(call);
    else if (call.kind === "truncate") this.#truncate(this.#open.get(call.fd), call.length);
    else if (call.kind !== "close") this.#changeNames(call);
  }

  /** What was open is no more, and a sync under way has done nothing. */
  endProcess(): void {
    this.#open.clear();
    this.#syncing.clear();
  }

  isOpen(fd: number): boolean {
    return this.#open.has(fd);
  }

  /** What is left of a path when the power fails now. */
  survivor(file: string): Survivor {
    let node: Node = this.#root;
    const parts = path.relative(this.#top, file).split(path.sep);
    for (const [depth, name] of parts.entries()) {
      const so = ["…", ...parts.slice(0, depth)].join("/");
      if (node.kind !== "folder") return { lost: `${so} is no folder` };
      const now = node.names.get(name);
      const safe = node.safe.get(name);
      if (now === undefined) return { lost: `${so} has no ${name}` };
      if (now !== safe) return { lost: `${so} was not synced since ${name} was put there` };
      node = now;
    }
    if (node.kind === "folder") return { lost: "it is a folder" };
    return node.bytes.equals(node.safe) ? node.safe : { lost: "it was written to after its last sync" };
  }

  #sync(id: number): void {
    const taken = this.#syncing.get(id) ?? [];
    this.#syncing.delete(id);
    for (const { node, content } of taken) {
      if (node.kind === "file" && Buffer.isBuffer(content)) node.safe = content;
      if (node.kind === "folder" && !Buffer.isBuffer(content)) node.safe = content;
    }
  }

  #openFile({ fd, path: file, flags }: Extract<Call, { kind: "open" }>): void {
    this.#open.delete(fd);
    if (!this.#isBelow(file)) return;
    let node = this.#find(file);
    if (node === undefined) {
      if (!flags.creates) throw new Error(`${file} was opened and is not known.`);
      node = { kind: "file", bytes: Buffer.alloc(0), safe: Buffer.alloc(0) };
      const [folder, name] = this.#placeOf(file);
      folder.names.set(name, node);
    }
    if (flags.truncates && node.kind === "file") node.bytes = Buffer.alloc(0);
    this.#open.set(fd, { node, position: 0, appends: flags.appends, syncs: flags.syncs });
  }

  #write(open: Open | undefined, bytes: Buffer, at: number | undefined): void {
    if (open?.node.kind !== "file") return;
    const { node } = open;
    const from = open.appends ? node.bytes.length : (at ?? open.position);
    const whole = Buffer.alloc(Math.max(node.bytes.length, from + bytes.length));
    node.bytes.copy(whole);
    bytes.copy(whole, from);
    node.bytes = whole;
    if (at === undefined) open.position = from + bytes.length;
    if (open.syncs) node.safe = whole;
  }

  #copy({ from, to, length }: Extract<Call, { kind: "copy" }>): void {
    const target = this.#open.get(to);
    if (!target) return;
    const source = this.#open.get(from);
    if (source?.node.kind !== "file") throw new Error("Bytes were copied from a file that is not known.");
    const bytes = source.node.bytes.subarray(source.position, source.position + length);
    source.position += bytes.length;
    this.#write(target, bytes, undefined);
  }

  #truncate(open: Open | undefined, length: number): void {
    if (open?.node.kind !== "file") return;
    const whole = Buffer.alloc(length);
    open.node.bytes.copy(whole);
    open.node.bytes = whole;
  }

  #changeNames(call: Extract<Call, { kind: "make" | "rename" | "link" | "remove" }>): void {
    if (call.kind === "make" || call.kind === "remove") {
      if (!this.#isBelow(call.path)) return;
      const [folder, name] = this.#placeOf(call.path);
      if (call.kind === "make") folder.names.set(name, newFolder());
      else folder.names.delete(name);
      return;
    }
    if (!this.#isBelow(call.to)) return;
    const node = this.#find(call.from);
    if (node === undefined) throw new Error(`${call.from} got another name and is not known.`);
    const [target, name] = this.#placeOf(call.to);
    if (call.kind === "rename") {
      const [source, before] = this.#placeOf(call.from);
      source.names.delete(before);
    }
    target.names.set(name, node);
  }

  #isBelow(file: string): boolean {
    return file === this.#top || file.startsWith(`${this.#top}${path.sep}`);
  }

  #find(file: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path.relative(this.#top, file).split(path.sep).filter(Boolean))
      node = node?.kind === "folder" ? node.names.get(name) : undefined;
    return node;
  }

  #placeOf(file: string): [FolderNode, string] {
    const folder = this.#find(path.dirname(file));
    if (folder?.kind !== "folder") throw new Error(`The folder of ${file} is not known.`);
    return [folder, path.basename(file)];
  }
}

function* nodesBelow(node: Node): Generator<Node> {
  yield node;
  if (node.kind === "folder") for (const below of node.names.values()) yield* nodesBelow(below);
}

function snapshotOf(node: Node): Snapshot {
  return { node, content: node.kind === "file" ? node.bytes : new Map(node.names) };
}

function newFolder(): FolderNode {
  return { kind: "folder", names: new Map(), safe: new Map() };
}
