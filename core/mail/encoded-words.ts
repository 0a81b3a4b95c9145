/** Octets of text in one word: with what surrounds them 72 characters, of 75 that a word may have. */
const MOST_OCTETS = 45;

/**
 * A subject that looks as if it had encoded words in it, as encoded words of its own: else readers decode what a depositor
 * wrote, line ends and markup included. Any other is left to the mail library. Source: RFC 2047 sections 2, 4.1 and 5.
 */
export function protectEncodedWords(subject: string): string {
  return subject.includes("=?") ? wordsOf(subject).join(" ") : subject;
}

/** No character is parted over two words. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let part = "";
  for (const character of text) {
    if (octets(part + character).length > MOST_OCTETS) {
      words.push(word(part));
      part = "";
    }
    part += character;
  }
  return [...words, word(part)];
}

function word(text: string): string {
  return `=?UTF-8?B?${btoa(String.fromCharCode(...octets(text)))}?=`;
}

function octets(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
