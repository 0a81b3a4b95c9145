/** Whether a text takes at most `most` bytes in UTF-8. */
export function fitsUtf8(text: string, most: number): boolean {
  if (text.length * 3 <= most) return true;
  if (text.length > most) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // each half of a surrogate pair counts 2: the pair takes 4 bytes
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes <= most;
}
