"use client";
import { RequestError } from "../queries/request.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { ProblemList } from "./problem-list.tsx";

type Props = {
  readonly error: unknown;
  /** What could not be done, when the error's own sentence does not say it: "The list could not be read." */
  readonly what?: string;
  readonly onRetry?: () => void;
};

function signInAgain(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?returnTo=${encodeURIComponent(here)}`);
}

/** An error for people: what happened, each problem with its line, and the way on. */
export function ErrorNote({ error, what, onRetry }: Props) {
  const failure = error instanceof RequestError ? error.failure : undefined;
  const message =
    failure?.message ?? "The console hit an internal error. Reload the page; what you have saved is safe.";
  return (
    <Notice kind="error" role="alert" title={what ?? message}>
      {what ? <p>{message}</p> : null}
      {failure ? <ProblemList problems={failure.problems} /> : null}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {failure?.status === 401 ? (
          <Button size="small" onClick={signInAgain}>
            Sign in again
          </Button>
        ) : null}
        {onRetry && failure?.status !== 401 ? (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        {failure ? <code className="font-mono text-muted text-xs">{failure.code}</code> : null}
      </div>
    </Notice>
  );
}
