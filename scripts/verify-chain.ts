import type { ChainVerification } from "../core/contracts/sequencer-views.ts";
import { verifyChain } from "../operations/sequencer/verify-chain.ts";
import { connect } from "../prisma/client.ts";
import { Problem } from "./problem.ts";
import { isMain, runCommand } from "./run-command.ts";

const STEP_MS = 5_000;

/** What a verification found, in lines. */
export function chainLines({
  epochs,
  items,
  unsigned,
  fault,
  reached,
}: ChainVerification): readonly string[] {
  if (fault) {
    const good = `Good before it: ${epochs} epochs with ${items} items, up to position ${reached.position}.`;
    return [`Epoch ${fault.seq}: ${fault.message}`, good];
  }
  const found = `Good: ${epochs} epochs with ${items} items.`;
  return unsigned === 0 ? [found] : [found, `${unsigned} of the epochs have no signature yet.`];
}

/**
 * `npm run verify-chain`: verifies everything that has a position, in the database that DATABASE_URL names. Exit code 1 when
 * something is wrong. Source: docs/reference/sequencer.md, "Verifying the chain".
 */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Problem("Set DATABASE_URL as the workers have it.");
  const db = connect(url, { max: 1, name: "verify-chain" });
  try {
    let all = await verifyChain({ db }, { after: 0, forMs: STEP_MS });
    while (!all.fault && !all.isWhole) {
      console.error(`Position ${all.reached.position} of ${all.end} ...`);
      const more = await verifyChain({ db }, { after: all.reached.seq, forMs: STEP_MS });
      const [epochs, items] = [all.epochs + more.epochs, all.items + more.items];
      all = { ...more, epochs, items, unsigned: all.unsigned + more.unsigned };
    }
    for (const line of chainLines(all)) console.log(line);
    if (all.fault) process.exitCode = 1;
  } finally {
    await db.$disconnect();
  }
}

if (isMain(import.meta.url)) runCommand(main);
