/**
 * Fewer guesses than this is what somebody tries who has the list of common passwords and its usual changes (capitals,
 * digits for letters, a year or a sign behind, written twice), the keyboard's rows, and the person's own name.
 */
const LEAST_GUESSES = 100_000_000;
/** The first characters are looked at: estimating takes time that grows with their number, and these are enough to be safe. */
const MOST_CHARACTERS = 48;
/** Of the person's own words. */
const MOST_WORDS = 4;

/** The part of zxcvbn that is used. */
type Estimator = { check(password: string, userInputs: (string | number)[]): { readonly guesses: number } };
let estimator: Promise<Estimator> | undefined;

/**
 * Is this password one of the common ones, or one of them a little changed? `about`: words of the person's own, which count
 * as common. Offline; the list has some 49,000 passwords and is loaded at the first call (0.3 s, 40 MB).
 * Source: ASVS 5.0, 6.2.4 and 6.2.11; docs/decisions/0026.
 */
export async function isCommonPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimator ??= load();
  const { guesses } = (await estimator).check(password.slice(0, MOST_CHARACTERS), [
    "waybill",
    ...wordsAbout(about),
  ]);
  return guesses < LEAST_GUESSES;
}

/** Of a person's name and e-mail, as long as a password is looked at. */
function wordsAbout(about: readonly string[]): string[] {
  return about.slice(0, MOST_WORDS).flatMap((text) => wordsOf(text.slice(0, MOST_CHARACTERS)));
}

/** A name or e-mail as people make passwords of it: whole, in its parts, and with the parts run together. */
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
