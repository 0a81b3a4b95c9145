import type { Beat } from "./epoch.ts";
import type { OrderedBeat } from "./order.ts";

/** The latest beat and its age by the store's clock, in ms. */
export type Latest = { readonly beat: Beat; readonly ageMs: number };

/** What a node says of its beat; the rest is the store's. `after`: the seq that it follows, 0 for the first. */
export type Publication = {
  readonly after: number;
  readonly writer: string;
  readonly incarnation: string;
  readonly handsOver: boolean;
};

/** A process that runs as a node. */
export type Runs = { readonly key: string; readonly incarnation: string };

/** The same as it shows up. `beatsLost`: beats it has tried to write, and others had written before. */
export type Shows = Runs & { readonly beatsLost: number };

/** The keys of all nodes that have shown up lately. `stepDownTerm`: a person wants the stint of this term to end. */
export type Shown = { readonly keys: readonly string[]; readonly stepDownTerm: number | undefined };

/**
 * `isPublished` false: another beat came first. Either way with the latest one. `given`: how many items got a position by it;
 * `waking`: the lanes of which a batch got one and which begin a batch only once it has.
 */
export type Published = {
  readonly isPublished: boolean;
  readonly latest: Latest;
  readonly given: number;
  readonly waking: readonly string[];
};

/**
 * One register that is written only by whoever names what stands in it. Everything that must hold rests on `publish`: of all
 * that name the same predecessor, one succeeds, and with it all that waits and is durable gets its positions. Errors: the
 * store's own; a publication whose answer did not come may have been made. Source: docs/reference/sequencer.md, "Stores".
 */
export type CoordinationStore = {
  /** Says that a process still runs as a node. @returns undefined: another process runs as this node now */
  showUp(node: Shows): Promise<Shown | undefined>;
  /** Takes a node off the list. */
  leave(node: Runs): Promise<void>;
  latest(): Promise<Latest | undefined>;
  publish(publication: Publication): Promise<Published>;
  /** Tells of beats: a hint, of which any may be missing or late. Where it is missing, the database tells of all of them. */
  watch?(onBeat: (beat: Beat) => void): { stop(): void };
};

/** The beat that stands in an order log, and what whoever puts the next one in its place has to name. */
export type Top = { readonly beat: OrderedBeat; readonly version: string };

/**
 * A register outside the database that decides which beat comes next, and keeps the last ones. Nothing is given by it: the
 * database replays what it has decided. Errors: the adapter's own; a `put` whose answer did not come may have been made.
 * Source: docs/decisions/0040-order-by-etcd.md.
 */
export type OrderLog = {
  /** What stands there now, not what a part of the servers may believe; undefined: nothing yet. */
  top(): Promise<Top | undefined>;
  /** Puts a beat in the place of `over`, or of nothing; `isPut` false: something else stands there. Answers what does then. */
  put(beat: OrderedBeat, over: Top | undefined): Promise<{ readonly isPut: boolean; readonly top: Top }>;
  /** Beats with a seq above `after`, in order, as far as they are still kept; at most `most`. */
  list(after: number, most: number): Promise<readonly OrderedBeat[]>;
  /** Tells of beats as they are put: a hint, of which any may be missing or late. */
  watch(onBeat: (beat: OrderedBeat) => void): { stop(): void };
  close(): Promise<void>;
};
