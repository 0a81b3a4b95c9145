import * as z from "zod";
import {
  type InvalidTransaction,
  LEDGER_STATUSES,
  type LedgerBackend,
  type LedgerStatus,
  type StatusReading,
} from "./ports.ts";
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
        .array(
          z.object({
            id: z.string().nullish(),
            message: z.string().nullish(),
            extended_data: z.string().nullish(),
          }),
        )
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
            transaction_id: z.string().nullish(),
            error_message: z.string().nullish(),
            error_data: z.array(z.int().min(0).max(255)).nullish(),
          }),
        )
        .nullish(),
    }),
  }),
);

type Told = { readonly id: string; readonly status: LedgerStatus; readonly named: readonly Named[] };
/** A transaction a ledger names. `words`: its message, or its data as text. */
type Named = InvalidTransaction & { readonly words: string };

const READERS = {
  sawtooth: readSawtooth,
  scabbard: readScabbard,
} as const satisfies Record<LedgerBackend, (value: unknown) => readonly Told[] | undefined>;

const MOST_NAMED = 100;
/** The longest transaction id, and the longest data in base64. */
const LONGEST = { id: 200, data: 4_096 } as const;

/**
 * Reads the answer to a status request: one reading per id asked, in that order, Unknown for an id that is not in it.
 * Statuses may be in any case. Undefined: the value is not such an answer. `secrets`: see `keptWords`. Source: Sawtooth
 * REST API, `/batch_statuses`; Splinter's scabbard REST API, `batch_statuses`.
 */
export function readStatusAnswer(
  backend: LedgerBackend,
  value: unknown,
  ledgerIds: readonly string[],
  secrets: readonly string[] = [],
): readonly StatusReading[] | undefined {
  const told = READERS[backend](value);
  if (!told) return undefined;
  const byId = new Map(told.map((each) => [each.id, each]));
  return ledgerIds.map((ledgerId) => {
    const { status, named } = byId.get(ledgerId) ?? { status: "Unknown" as const, named: [] };
    const words = new Set(named.map((one) => one.words).filter(Boolean));
    return {
      ledgerId,
      status,
      message: keptWords([...words].join("; "), secrets),
      invalid: status === "Invalid" ? invalidOf(named, secrets) : [],
    };
  });
}

function invalidOf(named: readonly Named[], secrets: readonly string[]): readonly InvalidTransaction[] {
  // Sawtooth may name a transaction several times
  const first = new Map(named.map(({ id }, place) => [id, place] as const).reverse());
  return named
    .filter(({ id }, place) => id !== "" && id.length <= LONGEST.id && first.get(id) === place)
    .slice(0, MOST_NAMED)
    .map(({ id, message, data }) => ({
      id,
      message: keptWords(message, secrets),
      data: data.length <= LONGEST.data ? data : "",
    }));
}

function readSawtooth(value: unknown): readonly Told[] | undefined {
  return SawtoothAnswer.safeParse(value).data?.data.map(({ id, status, invalid_transactions }) => ({
    id,
    status,
    named: (invalid_transactions ?? []).map((one) => {
      const [message, data] = [one.message ?? "", one.extended_data ?? ""];
      return { id: one.id ?? "", message, data, words: message || data };
    }),
  }));
}

function readScabbard(value: unknown): readonly Told[] | undefined {
  return ScabbardAnswer.safeParse(value).data?.map(({ id, status }) => ({
    id,
    status: status.statusType,
    named: (status.message ?? []).map((one) => {
      const [message, bytes] = [one.error_message ?? "", Uint8Array.from(one.error_data ?? [])];
      const data = Buffer.from(bytes).toString("base64");
      return {
        id: one.transaction_id ?? "",
        message,
        data,
        words: message || new TextDecoder().decode(bytes),
      };
    }),
  }));
}
