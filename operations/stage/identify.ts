import { WaybillError } from "../../core/errors.ts";
import { type ArkChoice, chooseArk } from "../../core/identifier/choose-ark.ts";
import { mintArk } from "../../core/identifier/mint-ark.ts";
import { readStorageTarget, type StorageTarget } from "../../core/storage/object-stores.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findMinted } from "../../prisma/store/minted.ts";
import type { NewObjectClaim } from "../../prisma/store/object/claim-new.ts";
import {
  addLocalIds,
  type ClaimedObject,
  claimObject,
  listMappedArks,
  type ObjectClaim,
} from "../../prisma/store/object/identity.ts";
import { ManyTaken, mintHere } from "../identifier/mint-here.ts";
import { requireSuppliable } from "../identifier/require-suppliable.ts";
import type { StageInput } from "./stage.ts";

/** The object a job may write, and the version it becomes. */
export type Identified = {
  readonly objectId: string;
  readonly ark: string;
  readonly version: number;
  /** The newest version another job may have stored but never recorded; 0: none. */
  readonly perhaps: number;
  /** The newest version in the inventory, on which an update builds; 0: none. */
  readonly recorded: number;
  /** Where the object is, or will be, stored. */
  readonly storage: StorageTarget;
  readonly arkOrigin: "supplied" | "existing" | "minted";
  /** No identifier service has to make the ARK public. */
  readonly isPublic: boolean;
};

/**
 * Two jobs may use the same new local id, or an ARK minted for one of them, at the same time; the second one tries
 * again.
 */
const TRIES = 3;

/**
 * Finds or mints the job's ARK, saves it on the job, and claims the object, in one transaction. Repeating it finds the
 * same ARK: a minted ARK stays its job's, unless another job has started an object with it.
 * @returns undefined while another job writes the object
 * @throws WaybillError `local_id_conflict`, `bad_identifier` (the ARK is not this collection's to give), `lease_lost`
 */
export async function identify(input: StageInput): Promise<Identified | undefined> {
  const fresh = await identifyNew(input);
  if (fresh) return fresh;
  for (let tried = 1; ; ) {
    input.signal.throwIfAborted();
    try {
      return await input.ctx.db.transact((tx) => identifyOnce(tx, input));
    } catch (error) {
      if (error instanceof ManyTaken) continue;
      if (!(error instanceof Overtaken) || tried === TRIES) throw error;
      tried += 1;
    }
  }
}

/**
 * The short way for a job without any identifier whose collection has Waybill make them: a number, and the claim of a new
 * object with the ARK made from it. Undefined: there is more to it.
 */
async function identifyNew(input: StageInput): Promise<Identified | undefined> {
  const { ports, job, settings } = input;
  if (job.suppliedArk !== null || job.localIds.length > 0 || settings.minter !== "local") return undefined;
  const minted = await ports.steps.mintNumber(job.id);
  if (minted.ark !== null) return undefined;
  const ark = mintArk(settings, minted.number);
  const claim = claimOf(input, ark);
  if (!(await ports.steps.claimNewObject(claim))) return undefined;
  return {
    objectId: claim.objectId,
    ark,
    version: 1,
    perhaps: 0,
    recorded: 0,
    storage: claim.storage,
    arkOrigin: "minted",
    isPublic: true,
  };
}

/**
 * Meanwhile another job gave one of the local ids to its own object, or used the minted ARK: roll back and try again.
 */
class Overtaken extends Error {}

/** The ARK the job gets, or that one must be minted. `taken`: the ARK minted for it that another object now uses. */
export async function chooseFor(
  tx: Sql,
  { job, settings }: StageInput,
): Promise<{ readonly choice: ArkChoice; readonly taken: string | undefined }> {
  const { collectionId } = job;
  const minted = await findMinted(tx, { jobId: job.id, collectionId });
  const choice = chooseArk({
    supplied: job.suppliedArk ?? undefined,
    minted: minted?.isTaken ? undefined : minted?.ark,
    mappedByLocalId: await listMappedArks(tx, { collectionId, owner: settings.owner }, job.localIds),
  });
  return { choice, taken: minted?.isTaken ? minted.ark : undefined };
}

async function identifyOnce(tx: Sql, input: StageInput): Promise<Identified | undefined> {
  const { job, settings } = input;
  const { choice, taken } = await chooseFor(tx, input);
  // the source of the job's ARK has gone meanwhile: try again, and mint before this transaction
  if (choice.kind === "mint" && settings.minter !== "local") return undefined;
  if (choice.kind === "conflict") throw new WaybillError("local_id_conflict", choice.message);
  if (choice.kind === "supplied") await requireSuppliable(tx, choice.ark, job.collectionId);
  const arkOrigin = choice.kind === "mint" ? "minted" : choice.kind;
  const ark = choice.kind === "mint" ? await mintHere(tx, input, taken) : choice.ark;
  const claimed = await claim(tx, input, { ark, minted: arkOrigin === "minted" });
  if (claimed.busyWith !== job.id) return undefined;
  const scope = { collectionId: job.collectionId, owner: settings.owner };
  await addLocalIds(tx, claimed.objectId, scope, job.localIds);
  const now = await listMappedArks(tx, scope, job.localIds);
  if (now.some((mapping) => mapping.ark !== ark)) throw new Overtaken();
  return identified(claimed, ark, arkOrigin);
}

function identified(
  { objectId, version, perhaps, recorded, storage, isPublic }: ClaimedObject,
  ark: string,
  arkOrigin: Identified["arkOrigin"],
): Identified {
  const target = readStorageTarget(storage);
  return { objectId, ark, version: version + 1, perhaps, recorded, storage: target, arkOrigin, isPublic };
}

function claimOf({ ctx, job, settings, fence }: StageInput, ark: string): NewObjectClaim {
  return {
    ark,
    objectId: ctx.uuid(),
    owner: settings.owner,
    collectionId: job.collectionId,
    jobId: job.id,
    fence,
    storage: settings.storageTarget,
  };
}

async function claim(
  tx: Sql,
  input: StageInput,
  { ark, minted }: Pick<ObjectClaim, "ark" | "minted">,
): Promise<ClaimedObject> {
  const { job } = input;
  const { collectionId } = job;
  const claimed = await claimObject(tx, { ...claimOf(input, ark), minted });
  if (!claimed) throw new WaybillError("lease_lost", `The lease on ${job.id} is lost.`);
  // checked again now that the object is locked: a minted ARK may only start a new object
  if (minted && (await findMinted(tx, { jobId: job.id, collectionId }))?.isTaken) throw new Overtaken();
  if (claimed.collectionId !== collectionId) {
    throw new WaybillError(
      "bad_identifier",
      `${ark} belongs to another collection. Deposit it there, or leave the identifier out.`,
    );
  }
  return claimed;
}
