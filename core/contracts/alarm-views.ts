/** An alarm of the installation, as core/contracts/views.ts. `message`: what is wrong and what to do. */
export type InstallationAlarmView = {
  /** core/alarm/kinds.ts; a newer version may have more. */
  readonly kind: string;
  /** What it is about, e.g. a worker or a folder; "" for the whole installation. */
  readonly subject: string;
  readonly message: string;
  readonly since: string;
  readonly seenAt: string;
};

/** The alarms in force, worst first, then oldest first. */
export type AlarmsView = { readonly items: readonly InstallationAlarmView[] };
