/** A mail's part in quoted-printable as people read it: soft line ends are gone, and equals signs are themselves. */
export function readQuoted(raw: string | undefined): string {
  return (raw ?? "").replace(/=\r?\n/g, "").replaceAll("=3D", "=");
}
