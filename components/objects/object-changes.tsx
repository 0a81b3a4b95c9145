"use client";
import { useMemo } from "react";
import {
  type ObjectVersionView,
  VERSION_CHANGES,
  type VersionChange,
  type VersionChangeView,
} from "../../core/contracts/object-views.ts";
import { count } from "../display/amount.model.ts";
import { objectChangesQuery } from "../queries/objects.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { pageCursor } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { join } from "../ui/join.ts";
import { Panel } from "../ui/panel.tsx";
import { changeColumns } from "./change-columns.tsx";
import { CHANGE_WORDS, changesListed, wantedChange } from "./version-changes.model.ts";

const idOf = (change: VersionChangeView) => change.path;

type Props = { readonly objectId: string; readonly version: ObjectVersionView };

/** What one version of an object added, changed and removed, path by path. */
export function ObjectChanges({ objectId, version }: Props) {
  const url = useUrlFilter();
  const wanted = wantedChange(url.value("change"));
  const columns = useMemo(() => changeColumns(objectId), [objectId]);
  const cursor = pageCursor(url.value, "changes");
  return (
    <Panel
      title={`What version ${version.version} changed`}
      aside={
        <FilterLink
          changes={{ show: undefined, change: undefined, changes: undefined }}
          pressed={false}
          className="text-accent underline decoration-line-strong underline-offset-2"
        >
          Show all its files
        </FilterLink>
      }
    >
      <Kinds version={version} wanted={wanted} />
      <RowsTable
        query={objectChangesQuery(objectId, version.version, wanted, cursor)}
        caption={`What version ${version.version} changed, by path`}
        columns={columns}
        idOf={idOf}
        nouns={["file", "files"]}
        cursorName="changes"
        empty={<Empty title={wanted ? "There is no such file." : "This version changed no file."} />}
      />
    </Panel>
  );
}

function Kinds({
  version: { changes },
  wanted,
}: Pick<Props, "version"> & { wanted: VersionChange | undefined }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label="Kinds of change">
      {[undefined, ...VERSION_CHANGES].map((kind) => (
        <li key={kind ?? "all"}>
          <FilterLink
            changes={{ change: kind, changes: undefined }}
            pressed={kind === wanted}
            className={join(
              "inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 text-sm",
              kind === wanted ? "border-accent bg-sunken font-medium" : "border-line bg-surface",
            )}
          >
            {kind ? CHANGE_WORDS[kind] : "All changes"}
            <span className="text-muted">{count(changesListed(changes, kind))}</span>
          </FilterLink>
        </li>
      ))}
    </ul>
  );
}
