/** Who made an ARK: Waybill itself, EZID or the depositor. */
export type ArkMaker = "waybill" | "ezid" | "depositor";

/**
 * The status of an ARK. `asked`: EZID is being asked for one; `reserved`: EZID has it but has not published it;
 * `public`: resolvers know it; `withdrawing`, `unavailable`: it is being, or has been, withdrawn at EZID;
 * `unregistered`: no resolver knows it.
 */
export const ARK_STATUSES = [
  "asked",
  "reserved",
  "public",
  "withdrawing",
  "unavailable",
  "unregistered",
] as const;
export type ArkStatus = (typeof ARK_STATUSES)[number];

export type ArkStanding = { readonly madeBy: ArkMaker; readonly status: ArkStatus };

/** What is recorded of a minted ARK: columns of `minted_ark`. */
export type MintedRecord = { readonly minter: string; readonly status: string };

const AT_EZID: ReadonlyMap<string, ArkStatus> = new Map([
  ["asked", "asked"],
  ["reserved", "reserved"],
  ["public", "public"],
  ["withdrawing", "withdrawing"],
  ["withdrawn", "unavailable"],
]);

/**
 * The status of an ARK from the record of its minting; without a record it came with a deposit. Source:
 * docs/reference/identifiers.md, "The life of an ARK from EZID". Errors: TypeError for an unknown combination of minter
 * and status.
 */
export function arkStanding(minted: MintedRecord | null): ArkStanding {
  if (minted === null) return { madeBy: "depositor", status: "unregistered" };
  if (minted.minter === "local") return { madeBy: "waybill", status: "unregistered" };
  const status = AT_EZID.get(minted.status);
  if (minted.minter !== "ezid" || status === undefined)
    throw new TypeError(
      `No ARK can be ${JSON.stringify(minted.status)} at ${JSON.stringify(minted.minter)}.`,
    );
  return { madeBy: "ezid", status };
}
