import type { ProfileSettings } from "../../../core/contracts/profile.ts";
import type { Tx } from "../../client.ts";
import { isUniqueViolation } from "../unique-violation.ts";

export type NewLaneCollection = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly laneId: string;
  readonly profileId: string;
  /** Without the callback's credentials, which are in `callbackSealed`. */
  readonly settings: ProfileSettings;
  readonly callbackSealed: string | null;
  readonly createdBy: string;
};

/** Writes a lane's collection and its first profile. False: its slug is taken; the transaction cannot go on then. */
export async function insertLaneCollection(tx: Tx, collection: NewLaneCollection): Promise<boolean> {
  const { profileId, settings, callbackSealed, createdBy, ...own } = collection;
  const profiles = { create: { id: profileId, version: 1, settings, callbackSealed, createdBy } };
  try {
    await tx.collection.create({ data: { ...own, profiles }, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
