import type { Metadata } from "next";
import { shortId } from "../../../../components/display/amount.model.ts";
import { ObjectPage } from "../../../../components/objects/object-page.tsx";
import { shownVersion } from "../../../../components/objects/shown-version.model.ts";
import { wantedChange } from "../../../../components/objects/version-changes.model.ts";
import { objectChangesQuery, objectFilesQuery, objectQuery } from "../../../../components/queries/objects.ts";
import { rowsData } from "../../../../components/queries/rows.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { pageCursor, type ReadValue } from "../../../../components/rows/list-filters.model.ts";
import type { Context } from "../../../../operations/context.ts";
import { getObject } from "../../../../operations/object/get.ts";
import { listObjectChanges } from "../../../../operations/object/list-changes.ts";
import { listObjectFiles } from "../../../../operations/object/list-files.ts";
import { guarded } from "../../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../../_page/read.ts";

export async function generateMetadata({ params }: PageProps<"/objects/[id]">): Promise<Metadata> {
  return { title: `Object ${shortId((await params).id)}` };
}

export default function ObjectRoute({ params, searchParams }: PageProps<"/objects/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const value = await readerOf(searchParams);
    const object = await getObject(ctx, id);
    const version = shownVersion(object.versions, value("version"))?.version ?? object.version;
    const list = await (value("show") === "changes" ? seedChanges : seedFiles)(ctx, { id, version, value });
    return (
      <Seeds seeds={[[objectQuery(id).queryKey, object], list]}>
        <ObjectPage id={id} />
      </Seeds>
    );
  });
}

type Shown = { readonly id: string; readonly version: number; readonly value: ReadValue };

async function seedFiles(ctx: Context, { id, version, value }: Shown) {
  const cursor = pageCursor(value, "files");
  const files = await listObjectFiles(ctx, { objectId: id, version, cursor, limit: PAGE_LIMIT });
  return [objectFilesQuery(id, version, cursor).queryKey, rowsData(files, cursor)] as const;
}

async function seedChanges(ctx: Context, { id, version, value }: Shown) {
  const cursor = pageCursor(value, "changes");
  const change = wantedChange(value("change"));
  const changes = await listObjectChanges(ctx, { objectId: id, version, change, cursor, limit: PAGE_LIMIT });
  return [objectChangesQuery(id, version, change, cursor).queryKey, rowsData(changes, cursor)] as const;
}
