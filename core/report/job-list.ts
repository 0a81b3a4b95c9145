import { xmlText } from "../metadata/xml-text.ts";
import type { JobEntry } from "./rows.ts";

/** A form the lists of a report can have, piece by piece; `list` is the name of the whole, such as `completedJobs`. */
export type JobListForm = {
  readonly extension: string;
  readonly mediaType: string;
  readonly open: (list: string) => string;
  readonly entry: (job: JobEntry) => string;
  readonly separator: string;
  readonly close: (list: string) => string;
};

/**
 * The forms a deposit can ask for by `responseForm`. Both are UTF-8, an entry is a line of its own; in XML, what is not
 * known is left out. Source: docs/reference/mail.md, "Attachments".
 */
export const JOB_LISTS = {
  json: {
    extension: "json",
    mediaType: "application/json",
    open: (list) => `{"${list}":[\n`,
    entry: (job) => JSON.stringify(job),
    separator: ",\n",
    close: () => "\n]}\n",
  },
  xml: {
    extension: "xml",
    mediaType: "application/xml",
    open: (list) => `<?xml version="1.0" encoding="UTF-8"?>\n<${list}>\n`,
    entry: xmlEntry,
    separator: "\n",
    close: (list) => `\n</${list}>\n`,
  },
} as const satisfies Record<string, JobListForm>;

function xmlEntry({ localIds, warnings, ...job }: JobEntry): string {
  const facts = Object.entries(job).map(([name, value]) => element(name, value));
  const ids = localIds.map((id) => element("localId", id));
  const odd = warnings.map(
    ({ code, message }) => `<warning>${element("code", code)}${element("message", message)}</warning>`,
  );
  return `<job>${facts.join("")}<localIds>${ids.join("")}</localIds><warnings>${odd.join("")}</warnings></job>`;
}

function element(name: string, value: string | number | null): string {
  return value === null ? "" : `<${name}>${xmlText(String(value))}</${name}>`;
}
