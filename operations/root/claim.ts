import type { RootPlace } from "../../core/ports.ts";
import { isMarkerOf, markerOf } from "../../core/storage/root.ts";
import {
  findRootMarker,
  insertRoot,
  installationId,
  listKnownPaths,
} from "../../prisma/store/installation.ts";
import type { Context } from "../context.ts";

/** How many of the newest things of each kind in the database are looked for. */
const MOST_LOOKED_FOR = 20;
/** Time to write a marker on a slow disk. */
const CLAIM_MS = 30_000;

/**
 * `marker`: the line the root must have. `isKnown` false: the database has never seen this root, so the place may be a
 * different one.
 */
export type Claim = { readonly marker: string; readonly isKnown: boolean };

/**
 * What a storage root's marker must be. When the database first learns of a root, the place is marked. Of several
 * processes at once, one wins, and a place marked by another is not this one's. A place that holds nothing of what the
 * database expects there is not marked either: an upgrade may have started while the folder was not mounted.
 */
export async function claimRoot(
  { db, uuid }: Pick<Context, "db" | "uuid">,
  place: RootPlace,
): Promise<Claim> {
  const known = await findRootMarker(db, place.name);
  if (known !== undefined) return { marker: known, isKnown: true };
  const installation = await installationId(db, uuid());
  const fresh = { marker: markerOf(place.name, installation, uuid()), isKnown: false };
  const seen = await place.read();
  const isMarked = seen.kind === "line" && isMarkerOf(seen.line, place.name, installation);
  if (seen.kind === "line" && !isMarked) return fresh;
  return db.$transaction(
    async (tx) => {
      const paths = isMarked ? [] : await listKnownPaths(tx, place.name, MOST_LOOKED_FOR);
      if (paths.length > 0 && !(await place.holdsAny(paths))) return fresh;
      const marker = isMarked ? seen.line : fresh.marker;
      if (!(await insertRoot(tx, place.name, marker)))
        return { marker: (await findRootMarker(tx, place.name)) ?? marker, isKnown: true };
      if (!isMarked) await place.write(marker);
      return { marker, isKnown: true };
    },
    { timeout: CLAIM_MS, maxWait: CLAIM_MS },
  );
}
