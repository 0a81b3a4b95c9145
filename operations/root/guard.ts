import { WaybillError } from "../../core/errors.ts";
import type { RootFault, RootPlace, SeenMarker, StorageRoot } from "../../core/ports.ts";
import { awayAlarm, awayWords, type RootFaultKind } from "../../core/storage/root.ts";
import { gatherCalls } from "../../lib/gather-calls.ts";
import type { Context } from "../context.ts";
import { type Claim, claimRoot } from "./claim.ts";

/** A look costs a wake-up of another thread, 0.1 ms of a processor, and a busy worker's jobs ask ten times each. */
const LOOKS_APART_MS = 5;
/** As many as a job that is alone asks for do not wait. */
const LOOKS_AT_ONCE = 12;

/**
 * A storage root guarded by its marker: it counts as there while the marker matches the one in the database. The
 * database is asked once; the marker is read after every question, once for all that come at the same time.
 */
export function guardRoot(ctx: Pick<Context, "db" | "uuid">, place: RootPlace): StorageRoot {
  let known: Claim | undefined;
  let claiming: Promise<Claim> | undefined;
  const claim = async (): Promise<Claim> => {
    claiming ??= claimRoot(ctx, place).finally(() => {
      claiming = undefined;
    });
    return claiming;
  };
  const look = async (): Promise<RootFault | undefined> => {
    let current = known;
    if (!current) {
      current = await claim();
      if (current.isKnown) known = current;
    }
    const seen = await place.read();
    if (seen.kind === "line" && seen.line === current.marker) return undefined;
    const kind = faultKind(seen);
    const facts = { where: place.where, marker: current.marker };
    return { kind, message: awayWords(place.name, kind), alarm: awayAlarm(place.name, kind, facts) };
  };
  // who asks while somebody looks is answered by the next look, together with all others who ask meanwhile
  const lookForAll = gatherCalls(
    async (asks: readonly undefined[]) => {
      const fault = await look();
      return asks.map(() => fault);
    },
    { apartMs: LOOKS_APART_MS, burst: LOOKS_AT_ONCE },
  );
  const findFault = () => lookForAll(undefined);
  return {
    name: place.name,
    findFault,
    require: async () => {
      const fault = await findFault();
      if (fault) throw new WaybillError("storage_away", fault.message);
    },
  };
}

function faultKind({ kind }: SeenMarker): RootFaultKind {
  return kind === "line" ? "foreign" : kind;
}
