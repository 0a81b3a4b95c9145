"use client";
import type { SessionView } from "../../core/contracts/account-views.ts";
import { Time } from "../display/time.tsx";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { focusTitle } from "../ui/focus-title.ts";
import { Panel } from "../ui/panel.tsx";
import { deviceOf } from "./device.model.ts";

type Props = {
  readonly sessions: readonly SessionView[];
  /** Ends one, or without an id all but the one that asks. */
  readonly end: (sessionId?: string) => Promise<unknown>;
  /** What stands where there are none. */
  readonly empty: string;
};

/** Where a person is signed in, with the buttons that end it. */
export function SessionList({ sessions, end, empty }: Props) {
  // the row whose button was pressed is gone then
  const act = useAct(end, focusTitle);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const words = others.length < sessions.length ? "End all other sessions" : "End all sessions";
  return (
    <Panel
      title="Sessions"
      aside={
        sessions.length > 1 ? (
          <Button size="small" disabled={act.isPending} onClick={() => act.mutate(undefined)}>
            {words}
          </Button>
        ) : null
      }
    >
      {act.isError ? <ErrorNote error={act.error} /> : null}
      {sessions.length === 0 ? <p className="text-muted">{empty}</p> : null}
      {sessions.length > 0 ? (
        <ul className="rounded-md border border-line bg-surface">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-3 py-2 last:border-b-0"
            >
              <Session session={session} />
              {session.isCurrent ? null : (
                <Button
                  size="small"
                  aria-label={`End the session of ${deviceOf(session.userAgent)}`}
                  disabled={act.isPending}
                  onClick={() => act.mutate(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function Session({ session }: { session: SessionView }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {deviceOf(session.userAgent)}
        {session.isCurrent ? <span className="font-normal text-muted">, this one</span> : null}
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        Signed in <Time at={session.createdAt} />
        {session.ipAddress ? ` from ${session.ipAddress}` : null}, ends <Time at={session.expiresAt} />
      </p>
    </div>
  );
}
