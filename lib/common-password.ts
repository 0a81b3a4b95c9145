/**
 * Passwords that take fewer guesses than this can be found with a list of common passwords and the usual variations
 * (capitals, digits for letters, a year or a symbol appended, doubling), keyboard rows, and the person's own name.
 */
const LEAST_GUESSES = 100_000_000;
/**
 * Only the first characters are examined: estimating takes longer the more there are, and these are enough for safety.
 */
const MOST_CHARACTERS = 48;
/** The most words of the person's own. */
const MOST_WORDS = 4;

/** The part of zxcvbn that is used. */
type Estimator = { check(password: string, userInputs: (string | number)[]): { readonly guesses: number } };
let estimator: Promise<Estimator> | undefined;

/**
 * Whether this is a common password or a slight variation of one. `about`: the person's own words, which count as
 * common. Works offline; the list has some 49,000 passwords and is loaded at the first call (0.3 s, 40 MB). Source:
 * ASVS 5.0, 6.2.4 and 6.2.11; docs/decisions/0026.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimator ??= load();
  const { guesses } = (await estimator).check(password.slice(0, MOST_CHARACTERS), [
    "waybill",
    ...wordsAbout(about),
  ]);
  return guesses < LEAST_GUESSES;
}

/** Words from a person's name and e-mail, cut to the examined length. */
function wordsAbout(about: readonly string[]): string[] {
  return about.slice(0, MOST_WORDS).flatMap((text) => wordsOf(text.slice(0, MOST_CHARACTERS)));
}

/** A name or e-mail as people use it in passwords: whole, in parts, and with the parts joined. */
function wordsOf(text: string): string[] {
  const [local = ""] = text.split("@");
  const parts = text.split(/[\s@._-]+/);
  return [text, local, local.replace(/[\s._-]+/g, ""), ...parts].filter((word) => word.length > 2);
}

async function load(): Promise<Estimator> {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { adjacencyGraphs, dictionary } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MOST_CHARACTERS });
}
