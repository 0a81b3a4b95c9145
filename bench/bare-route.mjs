// The least a route can do with a deposit, as the reference of the intake bench: its body onto the disk, safe against a
// power loss, then an answer.
import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";

export const dynamic = "force-dynamic";

export async function POST(request) {
  const id = randomUUID();
  const handle = await open(path.join(process.env.BARE_FOLDER, id), "wx");
  try {
    for await (const chunk of request.body) await handle.write(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return Response.json({ id }, { status: 202 });
}
