/** The parts of a form in the order they are sent. */
export type Part = readonly [name: string, value: string | File];

/** A multipart form as bytes, with its Content-Type. */
export async function formBody(
  parts: readonly Part[],
): Promise<{ readonly body: ArrayBuffer; readonly contentType: string }> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const whole = new Response(form);
  return { body: await whole.arrayBuffer(), contentType: whole.headers.get("content-type") ?? "" };
}

/** Basic credentials as a header's value. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
