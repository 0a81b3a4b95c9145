import { expect, test } from "vitest";
import { JOB_LISTS } from "./job-list.ts";
import type { JobEntry } from "./rows.ts";

const job: JobEntry = {
  jobId: "jid-1",
  ordinal: 7,
  filename: "a<b>&\u0007.tif",
  title: null,
  localIds: ["loc-1", "loc & 2"],
  ark: null,
  state: "Failed",
  errorCode: "source_not_found",
  message: "No such file.",
  createdAt: "2026-11-28T01:02:03.004Z",
  endedAt: null,
  warningCount: 1,
  warnings: [{ code: "bag_star", message: 'A "star".' }],
  version: null,
  filesReplaced: 0,
  filesRemoved: 0,
};

function write(form: keyof typeof JOB_LISTS, jobs: readonly JobEntry[]): string {
  const { open, entry, separator, close } = JOB_LISTS[form];
  return open("failedJobs") + jobs.map(entry).join(separator) + close("failedJobs");
}

test("as JSON, whole and empty", () => {
  expect(JSON.parse(write("json", [job, job]))).toEqual({ failedJobs: [job, job] });
  expect(JSON.parse(write("json", []))).toEqual({ failedJobs: [] });
});

test("as XML, with what XML does not allow left out or escaped, and what is not known left out", () => {
  expect(write("xml", [job])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<failedJobs>
<job><jobId>jid-1</jobId><ordinal>7</ordinal><filename>a&lt;b&gt;&amp;.tif</filename><state>Failed</state><errorCode>source_not_found</errorCode><message>No such file.</message><createdAt>2026-11-28T01:02:03.004Z</createdAt><warningCount>1</warningCount><filesReplaced>0</filesReplaced><filesRemoved>0</filesRemoved><localIds><localId>loc-1</localId><localId>loc &amp; 2</localId></localIds><warnings><warning><code>bag_star</code><message>A &quot;star&quot;.</message></warning></warnings></job>
</failedJobs>
`);
  expect(write("xml", [])).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<failedJobs>\n\n</failedJobs>\n');
});
