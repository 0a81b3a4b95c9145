import { eachOf, oneOf, UNKEPT } from "../signs.ts";

const IS_UNKEPT = oneOf(UNKEPT);
const EACH_UNKEPT = eachOf(UNKEPT);

/** Longest name of a subject; an index cannot hold much more. */
const MOST_CHARS = 500;

/** Can the database hold this text as it is? */
export function isKeepable(text: string): boolean {
  return !IS_UNKEPT.test(text) && text.length <= MOST_CHARS;
}

/** A text as it can be kept as the subject of a finding. */
export function keepableSubject(text: string): string {
  return keepable(text.slice(0, MOST_CHARS));
}

/** Facts with every text made one that can be kept. */
export function keepableFacts(facts: object): object {
  const made: unknown = JSON.parse(JSON.stringify(facts), (_, value: unknown) =>
    typeof value === "string" ? keepable(value) : value,
  );
  return typeof made === "object" && made !== null ? made : {};
}

function keepable(text: string): string {
  return text.replace(EACH_UNKEPT, "\ufffd");
}
