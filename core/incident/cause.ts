import { isJobState, type JobState } from "../job/states.ts";

/**
 * Why jobs have failed. `code`: that of core/errors.ts, or of a newer version. `stage`: where the job could go no further;
 * null: it has failed before this was kept, or was never begun. `host`: the source that could not be fetched from, without
 * its port; null: none was at fault.
 */
export type Cause = {
  readonly code: string;
  readonly stage: JobState | null;
  readonly host: string | null;
};

/** The longest name a host can have. An address may have a longer one, of which there is no host. Source: RFC 1035, 2.3.4. */
const HOST_MOST = 253;
/** The longest key: a code of 64 characters, a state, and a host name, each with room. The database indexes it. */
export const CAUSE_MOST = 400;

/**
 * The text by which failures with one cause are one incident, e.g. `source_timeout.Downloading.example.org`. It stands in
 * `job.failure_cause` and in addresses, so it never changes its form. Where the statement that makes a
 * job fail does not say it, the database enters the code and two dots.
 */
export function causeKey({ code, stage, host }: Cause): string {
  const named = host !== null && host.length <= HOST_MOST ? host : "";
  return `${code}.${stage ?? ""}.${named}`;
}

/** The cause a key names; undefined: it is none. */
export function readCause(key: string): Cause | undefined {
  if (key.length > CAUSE_MOST) return undefined;
  const [code, stage, ...rest] = key.split(".");
  if (code === undefined || stage === undefined || rest.length === 0) return undefined;
  if (stage !== "" && !isJobState(stage)) return undefined;
  return { code, stage: stage === "" ? null : stage, host: rest.join(".") || null };
}
