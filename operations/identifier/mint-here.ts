import { mintArk } from "../../core/identifier/mint-ark.ts";
import type { Sql } from "../../prisma/sql.ts";
import { writeEvent } from "../../prisma/store/event/write.ts";
import { findMinted, isArkKnown } from "../../prisma/store/minted/find.ts";
import { passOverMinted } from "../../prisma/store/minted/pass-over.ts";
import { mintNumber } from "../../prisma/store/object/mint-number.ts";
import type { StageInput } from "../stage/stage.ts";

/** Most numbers one transaction passes over; numbers are not given back when it is rolled back, so the next one goes on. */
const MOST = 1_000;

/** More numbers in a row were in use than one transaction passes over: do it again. */
export class ManyTaken extends Error {}

/**
 * The ARK of the job's number. It always begins a new object: a number whose ARK is in use here already is passed over, and
 * the timeline says so. @throws ManyTaken
 */
export async function mintHere(tx: Sql, input: StageInput): Promise<string> {
  const { job, settings } = input;
  const taken = await giveUpTaken(tx, input);
  for (let passed = 0; passed < MOST; passed += 1) {
    const ark = mintArk(settings, await mintNumber(tx, job.id));
    if (!(await isArkKnown(tx, ark))) {
      await tell(tx, input, taken ? [taken, passed + 1] : [undefined, passed]);
      return ark;
    }
    await passOverMinted(tx, { jobId: job.id, collectionId: job.collectionId });
  }
  throw new ManyTaken();
}

/** Lets the job have another ARK when the one that was minted for it has become another job's object. @returns that one */
export async function giveUpTaken(tx: Sql, { job }: StageInput): Promise<string | undefined> {
  const mine = { jobId: job.id, collectionId: job.collectionId };
  const minted = await findMinted(tx, mine);
  if (!minted?.isTaken) return undefined;
  await passOverMinted(tx, mine);
  return minted.ark;
}

async function tell(
  tx: Sql,
  { job }: StageInput,
  [own, count]: readonly [string | undefined, number],
): Promise<void> {
  if (count === 0) return;
  const what = count === 1 ? "One minted ARK was" : `${count} minted ARKs were`;
  const which = own === undefined ? "" : `, the job's own ${own} among them`;
  await writeEvent(tx, {
    kind: "job.identifier-passed-over",
    batchId: job.batchId,
    jobId: job.id,
    actor: "Waybill",
    reason: `${what} in use here already${which}. The object gets the next one.`,
  });
}
