import { randomUUID } from "node:crypto";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import type { Db } from "../../prisma/client.ts";
import { insertLaneCollection } from "../../prisma/store/collection.ts";
import { insertLane } from "../../prisma/store/lane/settings.ts";
import type { FakeLedger } from "../../tests/servers/fake-ledger/start.ts";

/** A lane that ends at the fake ledger, where its service has the same name. */
export type TestLane = {
  readonly serviceId: string;
  readonly backend: LedgerBackend;
  readonly collection: string;
  readonly settings: Readonly<Record<string, number>>;
};

const TIMES = 0.05;
/** Long enough for a busy machine, and shorter than the claim's last expiry. */
const CALL_MS = 3_000;
const FAR_MS = 600_000;
const CALLS = { postTimeoutMs: CALL_MS / TIMES, askTimeoutMs: CALL_MS / TIMES, settleMs: 5_000 };

export const SCABBARD: TestLane = {
  serviceId: "01234-ABCDE::gsAA",
  backend: "scabbard",
  collection: "scabbard",
  settings: CALLS,
};
export const SAWTOOTH: TestLane = {
  serviceId: "supply-chain",
  backend: "sawtooth",
  collection: "supply-chain",
  settings: CALLS,
};
/** Asks its ledger once after acceptance, then not before the tests are over. */
export const PATIENT: TestLane = {
  serviceId: "yearly-audit",
  backend: "sawtooth",
  collection: "yearly-audit",
  settings: { ...CALLS, pollFirstMs: FAR_MS / TIMES, pollMostMs: FAR_MS / TIMES },
};
const LANES = [SCABBARD, SAWTOOTH, PATIENT] as const;

/** Settings of web and worker for the lanes: their connections have the collections' names, all times are short. */
export function ledgerEnvironment(ledger: FakeLedger): Readonly<Record<string, string>> {
  const connections = LANES.map(({ serviceId, backend, collection }) => {
    const url = backend === "scabbard" ? ledger.url : ledger.sawtoothUrl(serviceId);
    return [collection, { url }] as const;
  });
  return {
    LEDGERS: JSON.stringify(Object.fromEntries(connections)),
    LANE_TIMES: String(TIMES),
    CLAIM_MS: "2000",
    CLAIM_LAST_MS: "8000",
  };
}

/** Makes the lanes and their collections, whose reports go to the same address as those of Maps. */
export async function addLedgerLanes(db: Db): Promise<void> {
  for (const { serviceId, backend, collection, settings } of LANES) {
    const laneId = randomUUID();
    const lane = { id: laneId, serviceId, backend, ordering: "serial", width: 1, settings } as const;
    await insertLane(db, { ...lane, ledger: collection });
    await insertLaneCollection(db, {
      id: randomUUID(),
      slug: collection,
      // after Maps in every list
      name: `The ledger ${collection}`,
      laneId,
      profileId: randomUUID(),
      settings: ProfileSettings.parse({ notify: ["team@example.org"] }),
      callbackSealed: null,
      createdBy: "e2e",
    });
  }
}
