import type { Metadata } from "next";
import { shortId } from "../../../../components/display/amount.model.ts";
import { ObjectPage } from "../../../../components/objects/object-page.tsx";
import { shownVersion } from "../../../../components/objects/shown-version.model.ts";
import { objectFilesQuery, objectQuery } from "../../../../components/queries/objects.ts";
import { rowsData } from "../../../../components/queries/rows.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { pageCursor } from "../../../../components/rows/list-filters.model.ts";
import { getObject } from "../../../../operations/object/get.ts";
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
    const cursor = pageCursor(value, "files");
    const object = await getObject(ctx, id);
    const version = shownVersion(object.versions, value("version"))?.version ?? object.version;
    const files = await listObjectFiles(ctx, { objectId: id, version, cursor, limit: PAGE_LIMIT });
    return (
      <Seeds
        seeds={[
          [objectQuery(id).queryKey, object],
          [objectFilesQuery(id, version, cursor).queryKey, rowsData(files, cursor)],
        ]}
      >
        <ObjectPage id={id} />
      </Seeds>
    );
  });
}
