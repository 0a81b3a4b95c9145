"use client";
import { useQuery } from "@tanstack/react-query";
import type { ObjectView } from "../../core/contracts/object-views.ts";
import { Embargo } from "../display/embargo.tsx";
import { ExactTime, Time } from "../display/time.tsx";
import { objectQuery } from "../queries/objects.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { ArkNote } from "../state/ark-note.tsx";
import { Mono } from "../ui/mono.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { ObjectChanges } from "./object-changes.tsx";
import { ObjectCopies } from "./object-copies.tsx";
import { ObjectFiles } from "./object-files.tsx";
import { ObjectVersions } from "./object-versions.tsx";
import { shownVersion } from "./shown-version.model.ts";
import { storageWords } from "./storage-words.model.ts";

/** One stored object: its versions, and the files of the one chosen. */
export function ObjectPage({ id }: { id: string }) {
  const { data: object, error, refetch } = useQuery(objectQuery(id));
  const url = useUrlFilter();
  if (!object) {
    return error ? (
      <ReadError what="The object" error={error} kept={false} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton label="Loading the object" />
    );
  }
  const shown = shownVersion(object.versions, url.value("version"));
  const showsChanges = url.value("show") === "changes";
  const Shown = showsChanges ? ObjectChanges : ObjectFiles;
  return (
    <>
      <PageHead
        title={object.title || object.ark}
        beside={<span className="text-muted">version {object.version}</span>}
        below={
          <>
            <Mono text={object.ark} what="ARK" />
            <span>{object.collection}</span>
            <span>
              changed <Time at={object.updatedAt} />
            </span>
          </>
        }
      />
      <ReadError what="The object" error={error} kept onRetry={() => void refetch()} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-6">
          {shown ? <Shown objectId={object.id} version={shown} /> : null}
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <ObjectVersions versions={object.versions} shown={shown?.version} showsChanges={showsChanges} />
          <ObjectFacts object={object} />
        </div>
      </div>
    </>
  );
}

function ObjectFacts({ object }: { object: ObjectView }) {
  return (
    <Panel title="Object">
      <Facts>
        <Fact name="Identifier">
          <ArkNote standing={object.identifier} />
        </Fact>
        {object.localIds.length > 0 ? (
          <Fact name="Local identifiers">
            <ul>
              {object.localIds.map((localId) => (
                <li key={localId} dir="auto">
                  {localId}
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
        {object.creator ? (
          <Fact name="Creator">
            <span dir="auto">{object.creator}</span>
          </Fact>
        ) : null}
        {object.date ? <Fact name="Date">{object.date}</Fact> : null}
        {object.embargoUntil ? (
          <Fact name="Embargo">
            <Embargo until={object.embargoUntil} />
          </Fact>
        ) : null}
        <Fact name="Owner">
          <code className="break-all font-mono text-sm">{object.owner}</code>
        </Fact>
        <Fact name="Changed">
          <ExactTime at={object.updatedAt} />
        </Fact>
        <Fact name="Storage">{storageWords(object.storage)}</Fact>
        <Fact name="Copies">
          <ObjectCopies copies={object.copies} />
        </Fact>
        <Fact name="OCFL object">
          <Mono text={object.root} what="path of the OCFL object" className="text-xs" />
          <span className="block text-muted text-sm">Below the storage root.</span>
        </Fact>
      </Facts>
    </Panel>
  );
}
