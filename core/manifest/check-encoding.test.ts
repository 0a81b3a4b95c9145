import { expect, it } from "vitest";
import { checkEncoding } from "./check-encoding.ts";

/** What is said of these first bytes, given as hexadecimal numbers or as text. */
function check(head: string): string {
  let found = "text";
  const bytes = /^(?:[0-9a-f]{2} ?)+$/.test(head) ? Buffer.from(head.replaceAll(" ", ""), "hex") : head;
  const isText = checkEncoding(Buffer.from(bytes), (code, ...facts) => {
    const { encoding }: Readonly<Record<string, string | number>> = facts[0] ?? {};
    found = `${encoding ?? code}`;
  });
  expect(isText).toBe(found === "text");
  return found;
}

// marks: Unicode, section 23.8, "Byte Order Mark (BOM)"; # is 23, % is 25
it.each([
  ["ff fe 23 00", "UTF-16"],
  ["ff fe 00 23", "UTF-16"],
  ["ff fe 23 23", "UTF-16"],
  ["fe ff 00 23", "UTF-16"],
  ["fe ff 00 00", "UTF-16"],
  ["ff fe 00 00", "UTF-32"],
  ["00 00 fe ff", "UTF-32"],
  ["23 00 25 00", "UTF-16"],
  ["00 23 00 25", "UTF-16"],
  // each with one byte that is another
  ["ff 41 41 41 41 41 41 41 41 41", "text"],
  ["41 fe 41 41 41 41 41 41 41 41", "text"],
  ["fe 41 41 41 41 41 41 41 41 41", "text"],
  ["41 ff 41 41 41 41 41 41 41 41", "text"],
  ["00 00 41 ff", "not_text"],
  ["00 41 fe ff", "not_text"],
  ["41 00 fe ff", "not_text"],
  ["41 41 fe 41 41 41 41 41 41 41 41", "text"],
  ["41 00 25 00", "not_text"],
  ["23 41 25 00", "not_text"],
  ["23 00 41 00", "not_text"],
  ["23 00 25 41", "not_text"],
  ["41 41 25 00", "not_text"],
  ["41 41 41 00", "not_text"],
  ["41 23 00 25", "not_text"],
  ["00 41 00 25", "not_text"],
  ["00 23 41 25", "not_text"],
  ["00 23 00 41", "not_text"],
  ["41 41 00 25", "not_text"],
  ["41 41 41 25", "text"],
  ["00 00 00 00", "not_text"],
])("%s is %s", (head, found) => {
  expect(check(head)).toBe(found);
});
