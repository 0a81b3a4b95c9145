import { DEPOSIT_FIELD_NAMES, DepositFields } from "../../core/contracts/deposit.ts";
import { DIGEST_ALGORITHMS, type Digest, readAlgorithm } from "../../core/digest/algorithms.ts";
import { type Problem, QueueError } from "../../core/errors.ts";

/** NUL and halves of surrogate pairs, which PostgreSQL cannot keep as text. */
const UNKEEPABLE = /\0|\p{Surrogate}/u;

/**
 * Reads a deposit's form fields.
 * @throws QueueError `bad_form` naming every bad field at once
 */
export function readFields(fields: Readonly<Record<string, string>>): DepositFields {
  const known = Object.entries(fields).filter(([, value]) => value !== "");
  const unknown = known.map(([name]) => name).filter((name) => !DEPOSIT_FIELD_NAMES.includes(name));
  const parsed = DepositFields.safeParse(
    Object.fromEntries(known.filter(([name]) => !unknown.includes(name))),
  );
  const unkeepable = known.filter(([, value]) => UNKEEPABLE.test(value)).map(([name]) => name);
  const problems: Problem[] = [
    ...unknown.map((name) => problem("unknown_field", `There is no field ${name.slice(0, 60)}.`)),
    ...unkeepable.map((name) =>
      problem("bad_field", `${name.slice(0, 60)}: it has characters that cannot be kept, such as NUL.`),
    ),
    ...(parsed.error?.issues ?? []).map((issue) =>
      problem("bad_field", `${issue.path.join(".")}: ${issue.message}`),
    ),
  ];
  if (problems.length === 0 && parsed.success) return parsed.data;
  throw new QueueError("bad_form", problems.map(({ message }) => message).join(" "), { problems });
}

/**
 * The digest a depositor declared for the payload, or undefined.
 * @throws QueueError `digest_unsupported`, `bad_form` (one half is missing, or the value does not fit the algorithm)
 */
export function readDeclaredDigest(fields: DepositFields): Digest | undefined {
  const { digestType, digestValue } = fields;
  if (!digestType && !digestValue) return undefined;
  if (!digestType || !digestValue)
    throw new QueueError("bad_form", "Give digestType and digestValue together.");
  const algorithm = readAlgorithm(digestType);
  const accepted = Object.keys(DIGEST_ALGORITHMS).join(", ");
  if (!algorithm)
    throw new QueueError(
      "digest_unsupported",
      `Waybill does not check ${digestType.slice(0, 20)} digests. Use one of ${accepted}.`,
    );
  const value = digestValue.toLowerCase();
  const { hexLength } = DIGEST_ALGORITHMS[algorithm];
  if (!/^[0-9a-f]+$/.test(value) || value.length !== hexLength) {
    throw new QueueError(
      "bad_form",
      `A ${algorithm} digest has ${hexLength} hexadecimal digits; digestValue has not.`,
    );
  }
  return { algorithm, value };
}

function problem(code: string, message: string): Problem {
  return { line: 0, code, message };
}
