import { expect, it } from "vitest";
import { isUpload } from "./is-upload.ts";
import { withoutIngest } from "./merritt-address.ts";

it.each([
  ["/ingest/poster/submit", "/poster/submit"],
  ["/ingest/submit", "/poster/submit"],
  ["/ingest/poster/update/ark/99999/fk4x?t=json", "/poster/update/ark/99999/fk4x?t=json"],
  ["/ingest/object/ingest", "/object/ingest"],
  ["/ingest/object/update/", "/object/update/"],
  ["/ingest/object/other", "/poster/object/other"],
  ["/ingest/admin/bids/7", "/poster/admin/bids/7"],
  ["/ingest", "/poster"],
  ["/ingest?t=xml", "/poster?t=xml"],
  ["/ingest/ingest/poster/submit", "/poster/ingest/poster/submit"],
  ["/ingests/poster/submit", "/ingests/poster/submit"],
  ["/poster/submit", "/poster/submit"],
  ["/batches?next=/ingest/submit", "/batches?next=/ingest/submit"],
])("%s is %s", (address, own) => {
  expect(withoutIngest(address)).toBe(own);
});

it("an upload may last as long below it", () => {
  expect(isUpload("POST", "/ingest/poster/submit")).toBe(true);
  expect(isUpload("POST", "/ingest/object/update?x=1")).toBe(true);
  expect(isUpload("POST", "/ingest/state")).toBe(false);
});
