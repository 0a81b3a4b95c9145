import { mintArk } from "../../core/identifier/mint-ark.ts";
import type { Sql } from "../../prisma/sql.ts";
import { isArkKnown, passOverMinted } from "../../prisma/store/minted.ts";
import { mintNumber } from "../../prisma/store/object/claim-new.ts";
import type { StageInput } from "../stage/stage.ts";
import { tellPassedOver } from "./tell-passed-over.ts";

/**
 * The most numbers one transaction skips; a rollback does not return numbers, so the next transaction goes on from
 * there.
 */
const MOST = 1_000;

/** More numbers in a row were in use than one transaction skips: run it again. */
export class ManyTaken extends Error {}

/**
 * The ARK of the job's number. It always starts a new object: numbers whose ARKs are in use here are skipped, and so is
 * `taken`, the ARK minted for this job that another object now uses. The timeline records this. @throws ManyTaken
 */
export async function mintHere(tx: Sql, { job, settings }: StageInput, taken?: string): Promise<string> {
  const mine = { jobId: job.id, collectionId: job.collectionId };
  if (taken !== undefined) await passOverMinted(tx, mine);
  for (let passed = 0; passed < MOST; passed += 1) {
    const ark = mintArk(settings, (await mintNumber(tx, job.id)).number);
    if (!(await isArkKnown(tx, ark))) {
      await tellPassedOver(tx, job, { taken, others: passed });
      return ark;
    }
    await passOverMinted(tx, mine);
  }
  throw new ManyTaken();
}
