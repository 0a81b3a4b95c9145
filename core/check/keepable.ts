/** What a database text cannot hold: NUL and halves of a pair of surrogates. Source: PostgreSQL, "Character Types" and "JSON Types". */
const UNKEPT = /\0|\p{Surrogate}/gu;

/** Longest name of a subject; an index cannot hold much more. */
const MOST_CHARS = 500;

/** Can the database hold this text as it is? */
export function isKeepable(text: string): boolean {
  return text.search(UNKEPT) === -1 && text.length <= MOST_CHARS;
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
  return text.replace(UNKEPT, "\ufffd");
}
