/** A priority somebody wrote, 0 to 99; text tells what is wrong with it, "" that nothing is written yet. */
export function readPriority(text: string): number | string {
  if (text === "") return "";
  return /^\d{1,2}$/.test(text.trim()) ? Number(text) : "A whole number from 0 to 99.";
}
