import type * as z from "zod";
import { DEPOSIT_FIELD_NAMES, DepositFields } from "../../core/contracts/deposit.ts";
import { DIGEST_ALGORITHMS, type Digest, readAlgorithm } from "../../core/digest/algorithms.ts";
import { type Problem, WaybillError } from "../../core/errors.ts";
import { fillFromErc } from "../../core/metadata/fill-from-erc.ts";
import { readErc } from "../../core/metadata/read-erc.ts";
import { oneOf, UNKEPT } from "../../core/signs.ts";
import { tooLong } from "../../core/text-limit.ts";

const UNKEEPABLE = oneOf(UNKEPT);

/**
 * Reads a deposit's form fields. The field `erc` supplies values for fields that were left out.
 * @throws WaybillError `bad_form` naming every bad field at once; `bad_identifier` for one in the field `erc`
 */
export function readFields(fields: Readonly<Record<string, string>>): DepositFields {
  const known = Object.entries(fields).filter(([, value]) => value !== "");
  const isField = ([name]: readonly [string, string]) => DEPOSIT_FIELD_NAMES.includes(name);
  const unknown = known.filter((field) => !isField(field)).map(([name]) => name);
  const parsed = DepositFields.safeParse(Object.fromEntries(known.filter(isField)));
  const unkeepable = known.filter(([, value]) => UNKEEPABLE.test(value)).map(([name]) => name);
  const problems: Problem[] = [
    ...unknown.map((name) => problem("unknown_field", `There is no field ${name.slice(0, 60)}.`)),
    ...unkeepable.map((name) =>
      problem("bad_field", `${name.slice(0, 60)}: it has characters that cannot be kept, such as NUL.`),
    ),
    ...(parsed.error?.issues ?? []).map((issue) => fieldProblem(issue, fields)),
  ];
  if (problems.length === 0 && parsed.success)
    return parsed.data.erc === undefined ? parsed.data : withErc(parsed.data, parsed.data.erc);
  throw new WaybillError("bad_form", problems.map(({ message }) => message).join(" "), { problems });
}

/** Values from the citation must satisfy the rules of the fields they fill. */
function withErc(fields: DepositFields, erc: string): DepositFields {
  const { data, error } = DepositFields.safeParse({
    ...fields,
    ...fillFromErc(fields, readErc(erc, "erc")),
  });
  if (data) return data;
  const problems = error.issues.map((issue) => {
    const { code, message } = fieldProblem(issue, {});
    return problem(code, `erc, ${message}`);
  });
  throw new WaybillError("bad_form", problems.map(({ message }) => message).join(" "), { problems });
}

/**
 * The digest a depositor declared for the payload, or undefined.
 * @throws WaybillError `digest_unsupported`, `bad_form` (one half is missing, or the value does not fit the algorithm)
 */
export function readDeclaredDigest(fields: DepositFields): Digest | undefined {
  const { digestType, digestValue } = fields;
  if (!digestType && !digestValue) return undefined;
  if (!digestType || !digestValue)
    throw new WaybillError("bad_form", "Give digestType and digestValue together.");
  const algorithm = readAlgorithm(digestType);
  const accepted = Object.keys(DIGEST_ALGORITHMS).join(", ");
  if (!algorithm)
    throw new WaybillError(
      "digest_unsupported",
      `Waybill does not check ${digestType.slice(0, 20)} digests. Use one of ${accepted}.`,
    );
  const value = digestValue.toLowerCase();
  const { hexLength } = DIGEST_ALGORITHMS[algorithm];
  if (!/^[0-9a-f]+$/.test(value) || value.length !== hexLength) {
    throw new WaybillError(
      "bad_form",
      `A ${algorithm} digest has ${hexLength} hexadecimal digits; digestValue does not.`,
    );
  }
  return { algorithm, value };
}

/** `given`: the fields as received, to tell their lengths. */
function fieldProblem(issue: z.core.$ZodIssue, given: Readonly<Record<string, string>>): Problem {
  const field = issue.path.join(".");
  if (issue.code !== "too_big") return problem("bad_field", `${field}: ${issue.message}`);
  const { code, message } = tooLong(field, Number(issue.maximum), given[field]?.trim().length);
  return problem(code, message);
}

function problem(code: string, message: string): Problem {
  return { line: 0, code, message };
}
