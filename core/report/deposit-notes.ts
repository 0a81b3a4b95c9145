import * as z from "zod";

const text = z.string().optional().catch(undefined);
const Notes = z.object({ notification: text, notifySubmitter: text, title: text });

/** What a report takes from the deposit's form as it was kept (core/contracts/deposit.ts). */
export type DepositNotes = z.infer<typeof Notes>;

/** Reads the deposit's `notification`, `notifySubmitter` and `title`; fields that are no text count as not given. */
export function depositNotes(deposit: unknown): DepositNotes {
  return Notes.catch({}).parse(deposit);
}
