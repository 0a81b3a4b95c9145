/** Working storage as the rule for uploads sees it, in bytes. */
export type UploadSpace = {
  readonly quotaBytes: number;
  /** Reserved by jobs that run. */
  readonly runningBytes: number;
  /** Uploads that are kept until their batch has ended. */
  readonly keptBytes: number;
  /** Other uploads that come in. */
  readonly comingBytes: number;
};

/**
 * How many bytes an upload may have now, so that uploads and running jobs together stay within the quota. With no other
 * upload there one may have all of it, whatever runs: else nothing could be deposited while one large job goes on. Jobs do
 * not wait for uploads (admission.ts), since only they make uploads go. Source: docs/reference/states.md, "Working storage".
 */
export function roomForUpload({ quotaBytes, runningBytes, keptBytes, comingBytes }: UploadSpace): number {
  const uploadBytes = keptBytes + comingBytes;
  if (uploadBytes === 0) return quotaBytes;
  return Math.max(0, quotaBytes - runningBytes - uploadBytes);
}
