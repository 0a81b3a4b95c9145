import { describe, expect, it } from "vitest";
import { batchFileState } from "./batch-file-state.ts";
import { acceptedState, foundState } from "./batch-state.ts";
import { jobState, type MerrittJob } from "./job-state.ts";
import { queueState } from "./queue-state.ts";
import { helpState, serviceState } from "./service-state.ts";

const BATCH = {
  id: "bid-1",
  state: "Processing",
  submitter: "Ada Depositor",
  filename: "4blocks.checkm",
  createdAt: "2026-01-31T14:32:05.123Z",
  endedAt: null,
  whereIsIt: "Two of three jobs are done.",
  fault: null,
} as const;
const JOB: MerrittJob = {
  id: "jid-1",
  batchId: "bid-1",
  ordinal: 1,
  state: "Completed",
  ark: "ark:/99999/fk4x",
  localIds: ["a", "b"],
  filename: "one.tif",
  title: "One",
  creator: null,
  date: "1999",
  submitter: "Ada Depositor",
  priority: 5,
  version: 2,
  createdAt: new Date("2026-01-31T14:32:06.000Z"),
  endedAt: new Date("2026-01-31T14:32:09.900Z"),
  errorMessage: null,
  waitReason: null,
};

describe("a batch", () => {
  it("that has just been accepted is queued without jobs, whatever a fast worker has done since", () => {
    const accepted = { ...BATCH, createdAt: new Date(BATCH.createdAt) };
    expect(acceptedState(accepted, ["One.", "Two."])).toMatchObject({
      prefix: "bat",
      name: "batchState",
      pieces: {
        batchID: "bid-1",
        batchStatus: "QUEUED",
        batchStatusMessage: "One. Two.",
        packageName: "4blocks.checkm",
        userAgent: "Ada Depositor",
        submissionDate: "2026-01-31T14:32:05+00:00",
        completionDate: null,
        jobStates: [],
      },
    });
    expect(acceptedState(accepted, []).pieces).toMatchObject({ batchStatusMessage: null });
  });

  it.each([
    ["Pending", "QUEUED"],
    ["Held", "QUEUED"],
    ["Processing", "QUEUED"],
    ["Reporting", "QUEUED"],
    ["Completed", "COMPLETED"],
    ["Failed", "FAILED"],
    ["UpdateReporting", "FAILED"],
    ["Deleted", "DELETED"],
  ] as const)("that is %s is %s", (state, status) => {
    expect(foundState({ ...BATCH, state }, []).pieces).toMatchObject({ batchStatus: status });
  });

  it("tells where it is, or why it failed, and that there are more jobs", () => {
    const fault = {
      code: "manifest_invalid",
      message: "The manifest cannot be used.",
      who: "depositor",
      problems: [],
    } as const;
    expect(foundState(BATCH, [JOB], "There are more jobs.").pieces).toMatchObject({
      batchStatusMessage: "Two of three jobs are done. There are more jobs.",
      jobStates: [{ jobID: "jid-1" }],
    });
    const endedAt = "2026-01-31T14:40:00.000Z";
    expect(foundState({ ...BATCH, state: "Failed", fault, endedAt }, []).pieces).toMatchObject({
      batchStatusMessage: "The manifest cannot be used.",
      completionDate: "2026-01-31T14:40:00+00:00",
    });
    expect(foundState({ ...BATCH, state: "Deleted", fault }, []).pieces).toMatchObject({
      batchStatusMessage: "Two of three jobs are done.",
    });
  });

  it("is listed by its name and time", () => {
    expect(batchFileState([{ id: "bid-1", at: new Date("2026-01-31T14:32:05.123Z") }])).toMatchObject({
      prefix: "fil",
      name: "batchFileState",
      pieces: { jobFile: { batchFile: [{ file: "bid-1", fileDate: "2026-01-31T14:32:05+00:00" }] } },
    });
  });
});

describe("a job", () => {
  it("is told with its object", () => {
    expect(jobState(JOB)).toEqual({
      prefix: "job",
      namespace: "http://uc3.cdlib.org/ontology/mrt/ingest/job",
      name: "jobState",
      pieces: {
        jobID: "jid-1",
        batchID: "bid-1",
        jobStatus: "COMPLETED",
        jobStatusMessage: "Success",
        primaryID: "ark:/99999/fk4x",
        localID: "a;b",
        versionID: 2,
        packageName: "one.tif",
        objectTitle: "One",
        objectCreator: null,
        objectDate: "1999",
        userAgent: "Ada Depositor",
        queuePriority: "05",
        submissionDate: "2026-01-31T14:32:06+00:00",
        completionDate: "2026-01-31T14:32:09+00:00",
      },
    });
  });

  it.each([
    [{ state: "Pending" }, "PENDING", "Pending"],
    [{ state: "Held" }, "PENDING", "Held"],
    [{ state: "Estimating" }, "CONSUMED", "Estimating"],
    [{ state: "Provisioning", waitReason: "No room." }, "CONSUMED", "Provisioning: No room."],
    [{ state: "Notify" }, "CONSUMED", "Notify"],
    [{ state: "Failed", errorMessage: "Not there." }, "FAILED", "Not there."],
    [{ state: "Failed" }, "FAILED", "Failed"],
    [{ state: "Deleted" }, "DELETED", "Deleted"],
  ] as const)("%j is %s: %s", (facts, status, message) => {
    const { pieces } = jobState({ ...JOB, localIds: [], endedAt: null, ...facts });
    expect(pieces).toMatchObject({
      jobStatus: status,
      jobStatusMessage: message,
      localID: null,
      completionDate: null,
    });
  });
});

describe("the queue", () => {
  it.each([
    ["SingleFile", "file"],
    ["Container", "container"],
    ["ObjectManifest", "object-manifest"],
    ["ManifestOfManifests", "batch-manifest"],
    ["ManifestOfContainers", "container-batch-manifest"],
    ["ManifestOfFiles", "single-file-batch-manifest"],
    ["LedgerBatch", null],
  ] as const)("names %s as the form's type does", (kind, fileType) => {
    const batch = {
      id: "bid-1",
      state: "Held",
      createdAt: new Date("2026-01-31T14:32:05.123Z"),
      collection: "maps",
      filename: "a.tif",
      submitter: "Ada",
      kind,
      title: "A",
      creator: null,
      date: null,
      localId: "l-1",
    } as const;
    expect(queueState([batch]).pieces).toEqual({
      queueEntries: {
        queueEntryState: [
          {
            iD: "bid-1",
            batchID: "bid-1",
            status: "Held",
            date: "2026-01-31T14:32:05+00:00",
            profile: "maps",
            name: "a.tif",
            user: "Ada",
            fileType,
            objectTitle: "A",
            objectCreator: null,
            objectDate: null,
            localID: "l-1",
          },
        ],
      },
    });
  });
});

describe("the service", () => {
  it.each([
    [true, ["maps", "films"], "frozen", "maps;films"],
    [false, [], "thawed", ""],
  ])("held %s with %j is %s", (frozen, held, submissionState, collectionSubmissionState) => {
    expect(serviceState({ publicUrl: "https://waybill.example.org", frozen, held })).toMatchObject({
      prefix: "ing",
      name: "ingestServiceState",
      pieces: { submissionState, collectionSubmissionState },
    });
  });

  it("lists what can be asked", () => {
    expect(helpState("https://waybill.example.org").pieces.commands).toContain("POST /poster/submit");
  });
});
