/** What kinds of acts there are, as the audit is filtered by them. */
export const AUDIT_KINDS = {
  "sign-in": "Signing in and out",
  account: "Accounts and passwords",
  token: "API tokens",
  download: "Downloads",
  collection: "Collections and profiles",
  hold: "Holds",
  work: "Batches and jobs",
  lane: "Lanes",
  callback: "Callbacks",
  check: "Checks and repairs",
  sequencer: "The sequencer",
  task: "Tasks",
  audit: "The audit itself",
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

/**
 * What an act is about, so what `target` of its row names: a person, token, object, callback, check or task by id (`person`
 * may be an e-mail nobody has), a collection by slug, a lane by service id, an incident by its cause. `jobs`: one job or batch by id, a
 * collection by slug, or the word "jobs" for several of no one batch or collection.
 */
export type AuditTarget =
  | "person"
  | "token"
  | "object"
  | "collection"
  | "intake"
  | "batch"
  | "job"
  | "jobs"
  | "incident"
  | "lane"
  | "callback"
  | "check"
  | "sequencer"
  | "task"
  | "audit";

/** `now`: the code of what is written under this one no more. */
type Entry = {
  readonly kind: AuditKind;
  readonly target: AuditTarget;
  readonly words: string;
  readonly now?: string;
};

/**
 * Every act the audit knows, by `<thing>.<verb>`; nothing else can be written. `words`: what was done, of whoever did
 * it. Rows are permanent, so a code never changes its meaning and is never removed. Source: docs/reference/audit.md.
 */
export const AUDIT_ACTIONS = {
  "session.begin": { kind: "sign-in", target: "person", words: "Signed in" },
  "session.refuse": { kind: "sign-in", target: "person", words: "Failed to sign in" },
  "session.leave": { kind: "sign-in", target: "person", words: "Signed out" },
  "session.end": { kind: "sign-in", target: "person", words: "Ended sessions" },
  "password.use": { kind: "sign-in", target: "person", words: "Sent the password with a request" },

  "person.create": { kind: "account", target: "person", words: "Created an account" },
  "person.invite": { kind: "account", target: "person", words: "Invited a person" },
  "person.link": { kind: "account", target: "person", words: "Created a one-time link" },
  "person.role": { kind: "account", target: "person", words: "Changed a role" },
  "person.grant": { kind: "account", target: "person", words: "Changed granted collections" },
  "person.close": { kind: "account", target: "person", words: "Closed an account" },
  "person.reopen": { kind: "account", target: "person", words: "Reopened an account" },
  "account.accept": { kind: "account", target: "person", words: "Accepted the invitation" },
  "account.password": { kind: "account", target: "person", words: "Changed their own password" },
  "account.forget": { kind: "account", target: "person", words: "Mailed a link for a forgotten password" },
  "account.reset": { kind: "account", target: "person", words: "Chose a new password using a link" },

  "token.create": { kind: "token", target: "token", words: "Created an API token" },
  "token.revoke": { kind: "token", target: "token", words: "Revoked an API token" },

  "object.download": { kind: "download", target: "object", words: "Downloaded a stored file" },

  "collection.create": { kind: "collection", target: "collection", words: "Created a collection" },
  "profile.change": { kind: "collection", target: "collection", words: "Changed a profile" },

  "collection.hold": { kind: "hold", target: "collection", words: "Held a collection" },
  "collection.release": { kind: "hold", target: "collection", words: "Released a collection" },
  "collection.lift": {
    kind: "hold",
    target: "collection",
    words: "Released a collection",
    now: "collection.release",
  },
  "intake.hold": { kind: "hold", target: "intake", words: "Held the whole intake" },
  "intake.release": { kind: "hold", target: "intake", words: "Released the whole intake" },
  "intake.lift": {
    kind: "hold",
    target: "intake",
    words: "Released the whole intake",
    now: "intake.release",
  },
  "batch.hold": { kind: "hold", target: "batch", words: "Held a batch" },
  "batch.release": { kind: "hold", target: "batch", words: "Released a batch" },
  "job.hold": { kind: "hold", target: "job", words: "Held a job" },
  "job.release": { kind: "hold", target: "job", words: "Released a job" },

  "batch.priority": { kind: "work", target: "batch", words: "Changed the priority of a batch" },
  "batch.resume": { kind: "work", target: "batch", words: "Resumed a stopped batch" },
  "batch.give-up": { kind: "work", target: "batch", words: "Gave up the rest of a batch" },
  "batch.update-report": { kind: "work", target: "batch", words: "Sent an update report" },
  "batch.cancel": { kind: "work", target: "batch", words: "Cancelled a deposit that waited" },
  "batch.delete": { kind: "work", target: "batch", words: "Deleted a batch" },
  "job.priority": { kind: "work", target: "job", words: "Changed the priority of a job" },
  "job.resume": { kind: "work", target: "job", words: "Ran a failed job again" },
  "job.force-fail": { kind: "work", target: "job", words: "Forced a job to fail" },
  "job.delete": { kind: "work", target: "job", words: "Deleted a job" },
  "jobs.requeue": { kind: "work", target: "jobs", words: "Ran failed jobs again" },
  "jobs.delete": { kind: "work", target: "jobs", words: "Deleted jobs" },

  "incident.silence": { kind: "work", target: "incident", words: "Silenced an incident" },
  "incident.speak": { kind: "work", target: "incident", words: "Ended the silence of an incident" },

  "lane.create": { kind: "lane", target: "lane", words: "Created a lane" },
  "lane.update": { kind: "lane", target: "lane", words: "Changed the settings of a lane" },
  "lane.hold": { kind: "lane", target: "lane", words: "Held a lane" },
  "lane.release": { kind: "lane", target: "lane", words: "Released a lane" },
  "lane.halt": { kind: "lane", target: "lane", words: "Halted a lane" },
  "lane.resume": { kind: "lane", target: "lane", words: "Resumed a halted lane" },
  "lane.ask": { kind: "lane", target: "lane", words: "Asked the ledger at once" },
  "lane.resend": { kind: "lane", target: "lane", words: "Resent a batch to the ledger" },
  "lane.resolve": { kind: "lane", target: "lane", words: "Marked a batch at the ledger resolved" },
  "lane.skip": { kind: "lane", target: "lane", words: "Skipped a batch" },

  "callback.redeliver": { kind: "callback", target: "callback", words: "Redelivered a callback" },
  "callback.redeliver-failed": {
    kind: "callback",
    target: "collection",
    words: "Redelivered all failed callbacks of a collection",
  },
  "callback-key.create": { kind: "callback", target: "collection", words: "Created a signing key" },
  "callback-key.retire": { kind: "callback", target: "collection", words: "Ended a signing key" },

  "check.run": { kind: "check", target: "check", words: "Started a check" },
  "sequencer.step-down": {
    kind: "sequencer",
    target: "sequencer",
    words: "Had another worker write the order",
  },
  "check.repair": { kind: "check", target: "check", words: "Had the findings of a check repaired" },

  "object.mend": { kind: "check", target: "object", words: "Mended a damaged file from a copy" },
  "task.start": { kind: "task", target: "task", words: "Started a task" },
  "task.cancel": { kind: "task", target: "task", words: "Cancelled a task" },
  "task.retry": { kind: "task", target: "task", words: "Had a task tried again" },
  "task.event": { kind: "task", target: "task", words: "Sent an event to a task" },

  "audit.export": { kind: "audit", target: "audit", words: "Exported the audit" },
} as const satisfies Readonly<Record<string, Entry>>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, text);
}

/** The acts of a kind. */
export function actionsOf(kind: AuditKind): readonly AuditAction[] {
  return Object.entries(AUDIT_ACTIONS).flatMap(([action, entry]) =>
    isAuditAction(action) && entry.kind === kind ? [action] : [],
  );
}
