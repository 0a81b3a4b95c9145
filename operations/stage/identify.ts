import { QueueError } from "../../core/errors.ts";
import { type ArkChoice, chooseArk } from "../../core/identifier/choose-ark.ts";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { readStorageTarget, type StorageTarget } from "../../core/storage/object-stores.ts";
import type { Sql } from "../../prisma/sql.ts";
import { addLocalIds } from "../../prisma/store/object/add-local-ids.ts";
import { claimObject } from "../../prisma/store/object/claim.ts";
import { findMintedArk } from "../../prisma/store/object/find-minted.ts";
import { listMappedArks } from "../../prisma/store/object/mapped-arks.ts";
import { mintNumber } from "../../prisma/store/object/mint-number.ts";
import type { StageInput } from "./stage.ts";

/** The object a job may write, and the version it becomes. */
export type Identified = {
  readonly objectId: string;
  readonly ark: string;
  readonly version: number;
  /** The newest version of the inventory, which an update builds on; 0: none. */
  readonly recorded: number;
  /** Where the object is kept, or is to be. */
  readonly storage: StorageTarget;
  readonly arkOrigin: "supplied" | "existing" | "minted";
};

/** Two jobs may name a new local id at the same time; the one that comes second looks again. */
const TRIES = 3;

/**
 * Finds or mints the job's ARK, saves it on the job, and claims the object, in one transaction. Repeating it finds the
 * same ARK: a minted one belongs to its job for good.
 * @returns undefined while another job writes the object
 * @throws QueueError `local_id_conflict`, `bad_identifier` (the ARK is another collection's), `lease_lost`
 */
export async function identify(input: StageInput): Promise<Identified | undefined> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await input.ctx.db.transact((tx) => identifyOnce(tx, input));
    } catch (error) {
      if (!(error instanceof Overtaken) || tried === TRIES) throw error;
    }
  }
}

/** Another job gave one of the local ids to an object of its own meanwhile: roll back and look again. */
class Overtaken extends Error {}

/** The ARK the job is to have, or that one has to be minted. */
export async function chooseFor(tx: Sql, { job, settings }: StageInput): Promise<ArkChoice> {
  return chooseArk({
    supplied: job.suppliedArk ?? undefined,
    minted: await findMintedArk(tx, job.id),
    mappedByLocalId: await listMappedArks(tx, settings.owner, job.localIds),
  });
}

async function identifyOnce(tx: Sql, input: StageInput): Promise<Identified | undefined> {
  const { ctx, job, settings, fence } = input;
  const { owner } = settings;
  const choice = await chooseFor(tx, input);
  // what the job's ARK was to be taken from is gone since: look again, and mint before this transaction
  if (choice.kind === "mint" && settings.minter !== "local") return undefined;
  if (choice.kind === "conflict") throw new QueueError("local_id_conflict", choice.message);
  const origin = choice.kind === "mint" ? "minted" : choice.kind;
  const ark = choice.kind === "mint" ? mintArk(settings, await mintNumber(tx, job.id)) : choice.ark;
  const claimed = await claimObject(tx, {
    objectId: ctx.uuid(),
    ark,
    owner,
    collectionId: job.collectionId,
    jobId: job.id,
    fence,
    storage: settings.storageTarget,
    minted: origin === "minted",
  });
  if (!claimed) throw new QueueError("lease_lost", `The lease on ${job.id} is lost.`);
  if (claimed.collectionId !== job.collectionId) {
    throw new QueueError(
      "bad_identifier",
      `${ark} belongs to another collection. Deposit it there, or leave the identifier out.`,
    );
  }
  if (claimed.busyWith !== job.id) return undefined;
  await addLocalIds(tx, claimed.objectId, owner, job.localIds);
  const now = await listMappedArks(tx, owner, job.localIds);
  if (now.some((mapping) => mapping.ark !== ark)) throw new Overtaken();
  return {
    objectId: claimed.objectId,
    ark,
    version: claimed.version + 1,
    recorded: claimed.recorded,
    storage: readStorageTarget(claimed.storage),
    arkOrigin: origin,
  };
}
