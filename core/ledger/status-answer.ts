import * as z from "zod";
import { LEDGER_STATUSES, type LedgerBackend, type LedgerStatus, type StatusReading } from "./ports.ts";
import { keptWords } from "./words.ts";

const Status = z.string().transform((text, context): LedgerStatus => {
  const status = LEDGER_STATUSES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (status !== undefined) return status;
  context.addIssue({ code: "custom", message: "no status of a batch" });
  return z.NEVER;
});

const SawtoothAnswer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: Status,
      invalid_transactions: z
        .array(z.object({ message: z.string().nullish(), extended_data: z.string().nullish() }))
        .nullish(),
    }),
  ),
});

const ScabbardAnswer = z.array(
  z.object({
    id: z.string(),
    status: z.object({
      statusType: Status,
      message: z
        .array(
          z.object({
            error_message: z.string().nullish(),
            error_data: z.array(z.int().min(0).max(255)).nullish(),
          }),
        )
        .nullish(),
    }),
  }),
);

type Told = { readonly id: string; readonly status: LedgerStatus; readonly words: readonly string[] };

/**
 * Reads the answer to a question for states: one reading per id asked, in that order, Unknown for an id that is not in it.
 * Statuses in any case. Undefined: the value is no such answer. `secrets`: see `keptWords`.
 * Source: Sawtooth REST API, `/batch_statuses`; Splinter's scabbard REST API, `batch_statuses`.
 */
export function readStatusAnswer(
  backend: LedgerBackend,
  value: unknown,
  ledgerIds: readonly string[],
  secrets: readonly string[] = [],
): readonly StatusReading[] | undefined {
  const told = backend === "sawtooth" ? readSawtooth(value) : readScabbard(value);
  if (!told) return undefined;
  const byId = new Map(told.map((each) => [each.id, each]));
  return ledgerIds.map((ledgerId) => {
    const { status, words } = byId.get(ledgerId) ?? { status: "Unknown" as const, words: [] };
    return { ledgerId, status, message: keptWords([...new Set(words)].filter(Boolean).join("; "), secrets) };
  });
}

function readSawtooth(value: unknown): readonly Told[] | undefined {
  return SawtoothAnswer.safeParse(value).data?.data.map(({ id, status, invalid_transactions }) => ({
    id,
    status,
    words: (invalid_transactions ?? []).map(({ message, extended_data }) => message || (extended_data ?? "")),
  }));
}

function readScabbard(value: unknown): readonly Told[] | undefined {
  return ScabbardAnswer.safeParse(value).data?.map(({ id, status }) => ({
    id,
    status: status.statusType,
    words: (status.message ?? []).map(
      ({ error_message, error_data }) =>
        error_message || new TextDecoder().decode(Uint8Array.from(error_data ?? [])),
    ),
  }));
}
