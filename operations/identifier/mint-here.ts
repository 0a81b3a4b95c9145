import { mintArk } from "../../core/identifier/mint-ark.ts";
import type { Sql } from "../../prisma/sql.ts";
import { isArkKnown, passOverMinted } from "../../prisma/store/minted.ts";
import { mintNumber } from "../../prisma/store/object/identity.ts";
import type { StageInput } from "../stage/stage.ts";
import { tellPassedOver } from "./tell-passed-over.ts";

/** Most numbers one transaction passes over; numbers are not given back when it is rolled back, so the next one goes on. */
const MOST = 1_000;

/** More numbers in a row were in use than one transaction passes over: do it again. */
export class ManyTaken extends Error {}

/**
 * The ARK of the job's number. It always begins a new object: a number whose ARK is in use here already is passed over, as is
 * `taken`, the ARK that was minted for the job and has become another's. The timeline says so. @throws ManyTaken
 */
export async function mintHere(tx: Sql, { job, settings }: StageInput, taken?: string): Promise<string> {
  const mine = { jobId: job.id, collectionId: job.collectionId };
  if (taken !== undefined) await passOverMinted(tx, mine);
  for (let passed = 0; passed < MOST; passed += 1) {
    const ark = mintArk(settings, await mintNumber(tx, job.id));
    if (!(await isArkKnown(tx, ark))) {
      await tellPassedOver(tx, job, { taken, others: passed });
      return ark;
    }
    await passOverMinted(tx, mine);
  }
  throw new ManyTaken();
}
