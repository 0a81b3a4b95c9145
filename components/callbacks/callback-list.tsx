"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { CALLBACK_STATUSES } from "../../core/contracts/callback-requests.ts";
import type { CallbackRow } from "../../core/contracts/callback-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { useViewer } from "../frame/viewer.tsx";
import {
  type CallbackFilter,
  callbacksQuery,
  failedCallbacksQuery,
  redeliverFailed,
} from "../queries/callbacks.ts";
import { collectionsQuery } from "../queries/collections.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { callbackFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { CALLBACK_LOOKS } from "../state/callback.model.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { ALL_CALLBACKS } from "./callback-columns.tsx";

const idOf = (callback: CallbackRow) => callback.id;
const STATUSES = CALLBACK_STATUSES.map((value) => ({ value, label: CALLBACK_LOOKS[value].word }));

/** What the collections' receivers were told, newest first, and what they have not taken. */
export function CallbackList() {
  const url = useUrlFilter();
  const { may } = useViewer();
  const collections = useQuery(collectionsQuery()).data ?? [];
  const [said, setSaid] = useState("");
  const filter = callbackFilter(url.value);
  const place = collections.find(({ slug }) => slug === filter.collection);
  return (
    <>
      <PageHead
        title="Callbacks"
        actions={
          <>
            {may["redeliver-callback"] && place ? (
              <RedeliverFailed slug={place.slug} name={place.name} onDone={setSaid} />
            ) : null}
            {may["manage-callback-secrets"] ? <SigningLink /> : null}
          </>
        }
      />
      <p role="status" aria-label="What was done" className="mb-3 text-done empty:hidden">
        {said}
      </p>
      {filter.status === "Failed" ? null : <GivenUp />}
      <FilterBar
        choices={[
          { name: "status", label: "Filter by status", all: "All statuses", options: STATUSES },
          {
            name: "collection",
            label: "Filter by collection",
            all: "All collections",
            options: collections.map(({ slug, name }) => ({ value: slug, label: name })),
          },
        ]}
      />
      <RowsTable
        query={callbacksQuery(filter)}
        caption="Callbacks, newest first"
        columns={ALL_CALLBACKS}
        idOf={idOf}
        nouns={["callback", "callbacks"]}
        empty={<NoCallbacks filter={filter} />}
      />
    </>
  );
}

function SigningLink() {
  return (
    <Button asChild>
      <Link href="/callbacks/signing" prefetch={false}>
        <KeyRound aria-hidden size={16} />
        Signing keys
      </Link>
    </Button>
  );
}

function RedeliverFailed({
  slug,
  name,
  onDone,
}: {
  slug: string;
  name: string;
  onDone: (said: string) => void;
}) {
  return (
    <ReasonDialog
      button="Redeliver failed"
      title={`Redeliver all failed callbacks of ${name}`}
      description="Each is sent again now, to the address in the collection's current profile, with its original webhook-id."
      verb="Redeliver them"
      hint="Kept with your name in the audit."
      act={(reason) => redeliverFailed(slug, reason)}
      onDone={({ redelivered }) =>
        onDone(`${counted(redelivered, "callback is", "callbacks are")} sent again.`)
      }
    />
  );
}

/** That receivers were not told, wherever in the list they are. */
function GivenUp() {
  const { data: failed = 0 } = useQuery(failedCallbacksQuery());
  if (failed === 0) return null;
  const title = failed === 1 ? "1 callback was given up." : `${count(failed)} callbacks were given up.`;
  return (
    <section aria-label="Given up" className="mb-3">
      <Notice kind="warning" title={title}>
        <p>
          Their receivers were not notified; the deposits are not affected.{" "}
          <TextLink href="/callbacks?status=Failed">Show only these callbacks</TextLink>
        </p>
      </Notice>
    </section>
  );
}

function NoCallbacks({ filter: { status, collection } }: { filter: CallbackFilter }) {
  if (status === "Failed" && !collection)
    return <Empty title="No callback was given up.">Clear the filter to see all callbacks.</Empty>;
  if (status || collection)
    return <Empty title="No callback matches these filters.">Clear them to see all callbacks.</Empty>;
  return (
    <Empty title="No callbacks yet.">
      A callback tells another system that a job has ended. One appears here when a job ends in a collection
      whose profile has a callback address.
    </Empty>
  );
}
