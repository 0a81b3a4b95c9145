"use client";
import { useQuery } from "@tanstack/react-query";
import type { CheckView } from "../../core/contracts/check-views.ts";
import { Time } from "../display/time.tsx";
import { checkQuery } from "../queries/checks.ts";
import { Notice } from "../ui/notice.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { lookedOf, outcomeOf } from "./check-words.model.ts";
import { KindPanel } from "./kind-panel.tsx";

/** One check: when, what was looked at, and what was found. */
export function CheckRun({ id }: { id: string }) {
  const { data: check, error, refetch } = useQuery(checkQuery(id));
  return (
    <>
      <ReadError what="The check" error={error} kept={check !== undefined} onRetry={() => void refetch()} />
      {check ? (
        <div className="grid gap-6">
          <Standing check={check} />
          <CheckFacts check={check} />
          {check.kinds.map((kind) => (
            <KindPanel key={kind.kind} checkId={id} kind={kind} hasEnded={check.endedAt !== null} />
          ))}
        </div>
      ) : null}
    </>
  );
}

function Standing({ check }: { check: CheckView }) {
  const { standing, found, left, error } = check;
  const title = `${outcomeOf(check)}.`;
  if (standing === "failed")
    return (
      <Notice kind="error" title={title}>
        <p>{error} Findings up to that point are below.</p>
      </Notice>
    );
  if (standing === "broken")
    return (
      <Notice kind="warning" title={title}>
        <p>The process running it has ended. Run another check.</p>
      </Notice>
    );
  if (standing !== "ended") return <Notice kind="info" title={title} role="status" />;
  if (found === 0)
    return (
      <Notice kind="good" title={title}>
        <p>Storage, inventory and records agree.</p>
      </Notice>
    );
  return <Notice kind={left === 0 ? "good" : "warning"} title={title} />;
}

function CheckFacts({ check }: { check: CheckView }) {
  const { requestedBy, createdAt, startedAt, endedAt, looked, deep } = check;
  return (
    <Panel title="This check">
      <Facts>
        <Fact name="Requested">
          <Time at={createdAt} /> by {requestedBy}
        </Fact>
        {startedAt ? (
          <Fact name="Run">
            <Time at={startedAt} />
            {endedAt ? (
              <>
                {" to "}
                <Time at={endedAt} />
              </>
            ) : null}
          </Fact>
        ) : null}
        <Fact name="Depth">
          {deep ? "deep: all stored bytes were read" : "quick: what exists was compared, bytes were not read"}
        </Fact>
        <Fact name="Examined">{lookedOf(looked) || "nothing yet"}</Fact>
      </Facts>
    </Panel>
  );
}
