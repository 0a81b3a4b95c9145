"use client";
import { RequestError } from "../queries/request.ts";
import { ErrorNote } from "./error-note.tsx";

type Props = {
  /** What could not be read, as the beginning of a sentence: "The jobs". */
  readonly what: string;
  readonly error: unknown;
  /** The last data still stands below. */
  readonly kept: boolean;
  readonly onRetry: () => void;
};

/** Why something could not be read. With data kept and no connection it says nothing: the stale bar says it once for all. */
export function ReadError({ what, error, kept, onRetry }: Props) {
  if (!error) return null;
  if (kept && error instanceof RequestError && error.failure.status === 0) return null;
  return (
    <ErrorNote
      error={error}
      what={
        kept ? `${what} could not be refreshed; this is the last known data.` : `${what} could not be read.`
      }
      onRetry={onRetry}
    />
  );
}
