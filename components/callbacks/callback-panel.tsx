"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallbackRow, CallbackView } from "../../core/contracts/callback-views.ts";
import { counted } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { callbackQuery, jobCallbacksQuery, redeliverCallback } from "../queries/callbacks.ts";
import { CallbackBadge } from "../state/state-badge.tsx";
import { Mono } from "../ui/mono.tsx";
import { Notice } from "../ui/notice.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { CallbackTries } from "./callback-tries.tsx";

/** What a job's receiver was told, and how that went; nothing for a job that tells nobody. */
export function CallbackPanel({ jobId }: { jobId: string }) {
  const { data: callbacks = [] } = useQuery(jobCallbacksQuery(jobId));
  const [newest, ...earlier] = callbacks;
  return newest ? <Callback id={newest.id} earlier={earlier} /> : null;
}

function Callback({ id, earlier }: { id: string; earlier: readonly CallbackRow[] }) {
  const { data: callback, error, refetch } = useQuery(callbackQuery(id));
  const [said, setSaid] = useState("");
  return (
    <Panel
      title="Callback"
      aside={callback?.mayRedeliver ? <Redeliver callback={callback} onDone={setSaid} /> : null}
    >
      <p role="status" aria-label="What was done" className="text-done empty:hidden">
        {said}
      </p>
      <ReadError
        what="The callback"
        error={error}
        kept={callback !== undefined}
        onRetry={() => void refetch()}
      />
      {callback ? (
        <div className="grid gap-3">
          <Standing callback={callback} />
          <CallbackFacts callback={callback} />
          <CallbackTries tries={callback.deliveries} />
          {earlier.length > 0 ? <Earlier callbacks={earlier} /> : null}
        </div>
      ) : null}
    </Panel>
  );
}

function Redeliver({ callback, onDone }: { callback: CallbackView; onDone: (said: string) => void }) {
  return (
    <ReasonDialog
      button="Redeliver"
      title="Redeliver the callback"
      description="It is sent again now, to the address in the collection's current profile, with its original webhook-id, so a receiver that already has it can tell."
      verb="Redeliver the callback"
      hint="Kept with your name in the audit."
      act={(reason) => redeliverCallback(callback.id, reason)}
      onDone={() => onDone("The callback is being sent again.")}
    />
  );
}

/** What is wrong, and who acts. */
function Standing({ callback: { status, lastError, nextTryAt, address } }: { callback: CallbackView }) {
  if (status === "Sent" || lastError === null) return null;
  if (status === "Failed") {
    return (
      <Notice kind="error" title={`The receiver was not notified: ${lastError}`}>
        <p>
          The deposit is not affected. Operator: fix the receiver{address === null ? "" : ", or its address"}{" "}
          in the collection's profile, then redeliver.
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title={`The receiver has not been notified yet: ${lastError}`}>
      <p>Waybill retries {nextTryAt ? <Time at={nextTryAt} /> : "automatically"}.</p>
    </Notice>
  );
}

function CallbackFacts({ callback }: { callback: CallbackView }) {
  const { status, outcome, address, isSigned, attempts, nextTryAt, endedAt, id } = callback;
  return (
    <Facts>
      <Fact name="Status">
        <CallbackBadge status={status} /> after {counted(attempts, "try", "tries")}
      </Fact>
      <Fact name="Tells">that the job is {outcome}</Fact>
      <Fact name="Receiver">
        {address === null ? "none: the profile has no address" : <Mono text={address} what="address" />}
      </Fact>
      <Fact name="Signed">
        {isSigned ? "yes" : "no: the collection has no signing key; an admin can create one"}
      </Fact>
      {nextTryAt ? (
        <Fact name="Next try">
          <Time at={nextTryAt} />
        </Fact>
      ) : null}
      {endedAt ? (
        <Fact name={status === "Failed" ? "Given up" : "Delivered"}>
          <Time at={endedAt} />
        </Fact>
      ) : null}
      <Fact name="webhook-id">
        <Mono text={id} what="webhook-id" />
      </Fact>
    </Facts>
  );
}

function Earlier({ callbacks }: { callbacks: readonly CallbackRow[] }) {
  return (
    <div>
      <h3 className="mb-1 font-medium text-muted text-sm">Earlier callbacks of this job</h3>
      <ul className="grid gap-1">
        {callbacks.map(({ id, createdAt, outcome, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <CallbackBadge status={status} />
            {outcome}, <Time at={createdAt} />
          </li>
        ))}
      </ul>
    </div>
  );
}
