import type { ObjectVersionView } from "../../core/contracts/object-views.ts";
import { counted } from "../display/amount.model.ts";
import { Bytes } from "../display/amounts.tsx";
import { Time } from "../display/time.tsx";
import { FilterLink } from "../rows/filter-link.tsx";
import { join } from "../ui/join.ts";
import { Mono } from "../ui/mono.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { changesLine } from "./version-changes.model.ts";

type Props = {
  readonly versions: readonly ObjectVersionView[];
  readonly shown: number | undefined;
  readonly showsChanges: boolean;
};

/** Another version is read from its beginning. */
const FROM_THE_START = { show: undefined, change: undefined, changes: undefined, files: undefined } as const;

function isFirst({ version }: ObjectVersionView, versions: readonly ObjectVersionView[]): boolean {
  return versions.every((other) => other.version >= version);
}

/** The versions of an object, newest first; pressing one shows its files, or what it changed. */
export function ObjectVersions({ versions, shown, showsChanges }: Props) {
  const newestFirst = [...versions].sort((one, other) => other.version - one.version);
  return (
    <Panel title="Versions">
      <ol className="rounded-md border border-line bg-surface">
        {newestFirst.map((version) => (
          <li
            key={version.version}
            className={join(
              "border-line border-b px-3 py-2 last:border-b-0",
              version.version === shown && "bg-sunken",
            )}
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <FilterLink
                changes={{ ...FROM_THE_START, version: String(version.version) }}
                pressed={version.version === shown}
                className="font-medium text-accent underline decoration-line-strong underline-offset-2"
              >
                Version {version.version}
              </FilterLink>
              <Time at={version.createdAt} className="text-muted text-sm" />
            </div>
            <p className="text-sm">
              {counted(version.fileCount, "file")}, <Bytes value={version.sizeBytes} />, by{" "}
              {version.submitter}
            </p>
            <p className="text-sm leading-6">
              {isFirst(version, versions) ? (
                "The first version"
              ) : (
                <FilterLink
                  changes={{ ...FROM_THE_START, version: String(version.version), show: "changes" }}
                  pressed={version.version === shown && showsChanges}
                  className="text-accent underline decoration-line-strong underline-offset-2"
                >
                  {changesLine(version.changes)}
                </FilterLink>
              )}
            </p>
            <p className="text-sm leading-6">
              From <TextLink href={`/jobs/${version.jobId}`}>its job</TextLink> of{" "}
              <TextLink href={`/batches/${version.batchId}`}>a batch</TextLink>
            </p>
            <details className="text-sm">
              <summary className="w-fit text-muted leading-6">Inventory digest</summary>
              <Mono
                text={version.inventorySha256}
                what={`SHA-256 of the inventory of version ${version.version}`}
                className="text-xs"
              />
            </details>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
