import { withoutIngest } from "./merritt-address.ts";

/** The addresses whose POST accepts a file of any size: deposits through the API and from Merritt's clients. */
const UPLOADS = [
  /^\/api\/v1\/batches\/?$/,
  /^\/poster\/(?:submit|add|update)(?:\/[^/]+\/[^/]+\/[^/]+)?\/?$/,
  /^\/object\/(?:ingest|update)\/?$/,
];

/** Whether a request sends a deposit's file as its body. `address`: the path with its query, as received. */
export function isUpload(method: string | undefined, address: string | undefined): boolean {
  const [path = ""] = withoutIngest(address ?? "").split("?");
  return method === "POST" && UPLOADS.some((upload) => upload.test(path));
}
