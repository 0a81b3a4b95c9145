import type { InstallationAlarmView } from "../contracts/alarm-views.ts";

/** An object with files that Waybill could not mend. `since`: when the first was found. */
export type UnmendedObject = { readonly ark: string; readonly files: number; readonly since: Date };

/** Objects an alarm names. */
const MOST_NAMED = 5;

/** The alarm of all objects with damaged files, the longest known first; none: there are none. */
export function alarmsOfCopies(objects: readonly UnmendedObject[], now: Date): InstallationAlarmView[] {
  const [first] = objects;
  if (!first) return [];
  const named = objects.slice(0, MOST_NAMED).map(({ ark }) => ark);
  const more = objects.length > MOST_NAMED ? " and others" : "";
  const files = objects.reduce((sum, object) => sum + object.files, 0);
  const what = files === 1 ? "A stored file is damaged" : "Stored files are damaged";
  return [
    {
      kind: "stored_files_damaged",
      subject: "",
      message: `${what} or missing and cannot be mended: ${named.join(", ")}${more}. The pages of these objects say why; restore the files from a backup, and Waybill finds them good by itself.`,
      since: first.since.toISOString(),
      seenAt: now.toISOString(),
    },
  ];
}
