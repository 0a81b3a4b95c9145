import type { FileFault } from "../../core/copy/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import { keepFaults } from "../../prisma/store/copy/findings.ts";
import type { VersionFacts } from "../../prisma/store/copy/version.ts";
import { writeEvent } from "../../prisma/store/event.ts";
import type { Context } from "../context.ts";

/** Paths that an event names. */
const MOST_SHOWN = 20;

/** Keeps what was found wrong with a version, with an event if any of it is new. Within the transaction of what found it. */
export async function keepFound(
  tx: Sql,
  { uuid, actor }: Pick<Context, "uuid" | "actor">,
  { versionId, objectId, version }: Pick<VersionFacts, "versionId" | "objectId" | "version">,
  faults: readonly FileFault[],
): Promise<void> {
  const added = await keepFaults(
    tx,
    versionId,
    faults.map((fault) => ({ id: uuid(), ...fault })),
  );
  if (added === 0) return;
  const files = faults.slice(0, MOST_SHOWN).map(({ storage, path, found }) => ({ storage, path, found }));
  await writeEvent(tx, {
    kind: "object.damage-found",
    actor: actor.name,
    details: { object: objectId, version, files: faults.length, shown: files },
  });
}
