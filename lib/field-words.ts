import type * as z from "zod";

/** Kinds of values as people call them. */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What is wrong with a field, in a sentence. A schema's own sentence stays; the library's are said in ours. */
export function fieldWords(field: string, issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid |Too )/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return `${field} is missing.`;
      return `${field} must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return `${field} must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}.`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return `${field} is empty.`;
      return `${field} must be at least ${issue.minimum}${UNITS[issue.origin] ?? ""}.`;
    case "too_big":
      return `${field} must be at most ${issue.maximum}${UNITS[issue.origin] ?? ""}.`;
    default:
      return `${field} does not have the right form.`;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items" };
