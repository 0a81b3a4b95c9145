import { withoutIngest } from "./merritt-address.ts";

/** The addresses whose POST takes a file of any size: deposits by the API and as Merritt's clients send them. */
const UPLOADS = [
  /^\/api\/v1\/batches\/?$/,
  /^\/poster\/(?:submit|add|update)(?:\/[^/]+\/[^/]+\/[^/]+)?\/?$/,
  /^\/object\/(?:ingest|update)\/?$/,
];

/** Whether a request sends a deposit's file as its body. `address`: the path with its query, as it came. */
export function isUpload(method: string | undefined, address: string | undefined): boolean {
  const [path = ""] = withoutIngest(address ?? "").split("?");
  return method === "POST" && UPLOADS.some((upload) => upload.test(path));
}
