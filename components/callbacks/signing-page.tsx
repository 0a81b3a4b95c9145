"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallbackSecretView, CallbackSigningView } from "../../core/contracts/callback-views.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { endKey, type MadeKey, makeKey, signingQuery } from "../queries/callbacks.ts";
import { Empty } from "../ui/empty.tsx";
import { SelectField } from "../ui/field.tsx";
import { Mono } from "../ui/mono.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { ShownKey } from "./shown-key.tsx";

/** The keys that sign each collection's callbacks. */
export function SigningPage() {
  const { data, error, refetch } = useQuery(signingQuery());
  const [made, setMade] = useState<MadeKey>();
  return (
    <>
      <PageHead
        title="Signing keys of callbacks"
        below={<span>With its key, a receiver can check that a callback comes from here and is recent.</span>}
      />
      <div className="grid max-w-3xl gap-6">
        {made ? <ShownKey made={made} onDone={() => setMade(undefined)} /> : null}
        <ReadError
          what="The signing keys"
          error={error}
          kept={data !== undefined}
          onRetry={() => void refetch()}
        />
        {data === undefined && !error ? <RowsSkeleton label="Loading signing keys" /> : null}
        {data?.length === 0 ? (
          <Empty title="No collection has callbacks.">
            A collection appears here when its profile has a callback address.
          </Empty>
        ) : null}
        {data?.map((signing) => (
          <Collection key={signing.collection} signing={signing} onMade={setMade} />
        ))}
      </div>
    </>
  );
}

function Collection({ signing, onMade }: { signing: CallbackSigningView; onMade: (made: MadeKey) => void }) {
  const { name, callbackUrl, secrets } = signing;
  return (
    <Panel title={name} aside={<NewKey signing={signing} onMade={onMade} />}>
      <div className="grid gap-2">
        {callbackUrl === null ? (
          <p className="text-muted">Its profile has no callback address.</p>
        ) : (
          <Mono text={callbackUrl} what="address" />
        )}
        {secrets.length === 0 ? (
          <Notice kind="warning" title="Its callbacks go unsigned.">
            <p>
              Anyone who knows the receiver's address could send it false ones. Create a key to sign them.
            </p>
          </Notice>
        ) : (
          <ul className="rounded-md border border-line bg-surface">
            {secrets.map((secret) => (
              <Key key={secret.id} secret={secret} name={name} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Key({ secret, name }: { secret: CallbackSecretView; name: string }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-2 last:border-b-0">
      <span>
        Created <Time at={secret.createdAt} /> by {secret.createdBy}.{" "}
        {secret.retiresAt ? (
          <>
            Signs until <ExactTime at={secret.retiresAt} />.
          </>
        ) : (
          "In use."
        )}
      </span>
      <ReasonDialog
        button="End"
        label={`End the key of ${name} created by ${secret.createdBy}`}
        danger
        small
        title={`End a key of ${name}`}
        description="Callbacks are not signed with it from now on. A receiver that knows only this key refuses them. This cannot be undone."
        verb="End the key"
        hint="Kept with your name in the audit."
        act={(reason) => endKey(secret.id, reason)}
        onDone={() => undefined}
      />
    </li>
  );
}

const OVERLAPS = [
  { hours: 24, words: "1 day, alongside the new one" },
  { hours: 168, words: "7 days, alongside the new one" },
  { hours: 720, words: "30 days, alongside the new one" },
  { hours: 0, words: "no longer: it ends now" },
] as const;

function NewKey({
  signing: { collection, name, secrets },
  onMade,
}: {
  signing: CallbackSigningView;
  onMade: (made: MadeKey) => void;
}) {
  const [hours, setHours] = useState("24");
  const isFirst = secrets.length === 0;
  return (
    <ReasonDialog
      button={isFirst ? "Create a key" : "Change the key"}
      label={`${isFirst ? "Create a key" : "Change the key"} of ${name}`}
      title={isFirst ? `Create a key for ${name}` : `Change the key of ${name}`}
      description={
        isFirst
          ? "From now on the collection's callbacks are signed. The key is shown once."
          : "A new key signs from now on; it is shown once. Give it to the receiver before the old one ends."
      }
      verb="Create the key"
      hint="Kept with your name in the audit."
      act={(reason) => makeKey({ collection, overlapHours: Number(hours), reason })}
      onDone={onMade}
    >
      {isFirst ? null : (
        <SelectField
          label="Keep the current key for"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        >
          {OVERLAPS.map((overlap) => (
            <option key={overlap.hours} value={String(overlap.hours)}>
              {overlap.words}
            </option>
          ))}
        </SelectField>
      )}
    </ReasonDialog>
  );
}
