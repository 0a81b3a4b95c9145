import type { Metadata } from "next";
import { AuditList } from "../../../components/audit/audit-list.tsx";
import { appendOnlyQuery, auditQuery } from "../../../components/queries/audit.ts";
import { peopleQuery } from "../../../components/queries/people.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { auditFilter } from "../../../components/rows/list-filters.model.ts";
import { AuditQuery } from "../../../core/contracts/audit-requests.ts";
import { listAudit } from "../../../operations/audit/list.ts";
import { listPeople } from "../../../operations/person/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Audit" };

export default function AuditPage({ searchParams }: PageProps<"/audit">) {
  return guarded(async (ctx) => {
    const filter = auditFilter(await readerOf(searchParams));
    const [page, people] = await Promise.all([
      listAudit(ctx, AuditQuery.parse({ ...filter, limit: PAGE_LIMIT })),
      listPeople(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [auditQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [appendOnlyQuery().queryKey, page.appendOnly],
          [peopleQuery().queryKey, people],
        ]}
      >
        <AuditList />
      </Seeds>
    );
  });
}
