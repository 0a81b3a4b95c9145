import * as z from "zod";

const Notes = z.object({
  notification: z.string().optional(),
  notifySubmitter: z.string().optional(),
  title: z.string().optional(),
});

/** What a report takes from the deposit's form as it was kept (core/contracts/deposit.ts). */
export type DepositNotes = z.infer<typeof Notes>;

/** Reads the deposit's `notification`, `notifySubmitter` and `title`; fields that are no text count as not given. */
export function depositNotes(deposit: unknown): DepositNotes {
  return Notes.catch({}).parse(deposit);
}
