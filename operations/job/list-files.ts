import * as z from "zod";
import { can } from "../../core/access/roles.ts";
import type { FileQuery } from "../../core/contracts/requests.ts";
import type { JobFileView, Page } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { faultOf } from "../../core/fault.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { listFilesOfJob } from "../../prisma/store/file.ts";
import { findCollectionOfJob } from "../../prisma/store/job/load.ts";
import { pageOf, readOrdinalCursor } from "../../prisma/store/page.ts";
import type { Context } from "../context.ts";

/**
 * Files of a job by place. Jobs have no versions; `version` is ignored.
 * @throws WaybillError `not_found` (also when the actor may not read it)
 */
export async function listJobFiles(
  { db, actor }: Context,
  { jobId, cursor, limit }: FileQuery & { readonly jobId: string },
): Promise<Page<JobFileView>> {
  const collectionId = await findCollectionOfJob(db, jobId);
  if (collectionId === undefined || !can(actor, "read", collectionId)) {
    throw new WaybillError("not_found", "There is no such job, or you cannot see it.");
  }
  const rows = await listFilesOfJob(db, jobId, { after: readOrdinalCursor(cursor), limit });
  return pageOf(rows, limit, ({ ordinal }) => String(ordinal), fileView);
}

const Warning = z.object({ code: z.string(), message: z.string() });

function warningOf(kept: unknown): JobFileView["warning"] {
  return kept === null ? null : Warning.parse(kept);
}

function fileView(file: Awaited<ReturnType<typeof listFilesOfJob>>[number]): JobFileView {
  return {
    ordinal: file.ordinal,
    name: file.name,
    url: file.url === null ? null : maskUrl(file.url),
    declaredSize: file.declaredSize?.toString() ?? null,
    size: file.size?.toString() ?? null,
    received: file.received.toString(),
    digest: file.digestType && file.digestValue ? `${file.digestType}:${file.digestValue}` : null,
    sha256: file.sha256,
    mediaType: file.mediaType,
    declaredMediaType: file.declaredMediaType,
    warning: warningOf(file.warning),
    verifiedAt: file.verifiedAt?.toISOString() ?? null,
    attempts: file.attempts,
    fault: faultOf(file),
  };
}
