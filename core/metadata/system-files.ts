import { dublinCoreFile } from "./dublin-core-file.ts";
import type { ObjectFacts } from "./facts.ts";
import { ingestFile } from "./ingest-file.ts";
import { ercFile, membershipFile, objectModelFile, ownerFile } from "./object-files.ts";

/** Where in an object the depositor's files lie, and Waybill's own. */
export const PRODUCER_FOLDER = "producer";
export const SYSTEM_FOLDER = "system";

/** Logical path of the storage manifest, written by `storageManifest`. */
export const STORAGE_MANIFEST_PATH = `${SYSTEM_FOLDER}/mrt-manifest.txt`;

/** A system file: logical path in the object, media type, whole text. */
export type SystemFile = { readonly path: string; readonly mediaType: string; readonly text: string };

/** The system files of an object version but the storage manifest, which lists them. Source: docs/reference/storage.md, "System files". */
export function systemFiles(facts: ObjectFacts): readonly SystemFile[] {
  const plain = (name: string, text: string): SystemFile => ({
    path: `${SYSTEM_FOLDER}/${name}`,
    mediaType: "text/plain",
    text,
  });
  return [
    plain("mrt-ingest.txt", ingestFile(facts)),
    plain("mrt-owner.txt", ownerFile(facts)),
    plain("mrt-membership.txt", membershipFile(facts)),
    plain("mrt-mom.txt", objectModelFile(facts)),
    plain("mrt-erc.txt", ercFile(facts)),
    { path: `${SYSTEM_FOLDER}/mrt-dc.xml`, mediaType: "application/xml", text: dublinCoreFile(facts) },
  ];
}
