import type { QueryKey } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { ChangeNote } from "../../core/contracts/views.ts";
import { concerns, mergeNotes, NOTHING, readNote } from "./concerns.model.ts";

const one = { batches: ["bid-1"], jobs: ["jid-1"], mails: false };
const mail = { batches: [], jobs: [], mails: true };
const more = { ...NOTHING, more: true };
const lanes = { ...NOTHING, lanes: true };
const collections = { ...NOTHING, collections: true };
const tasks = { ...NOTHING, tasks: true };
const quiet = { lanes: false, collections: false, tasks: false, more: false };

describe("concerns", () => {
  it.each<[note: ChangeNote, key: QueryKey, expected: boolean]>([
    [one, ["batches", {}], true],
    [one, ["batch", "bid-1"], true],
    [one, ["batch", "bid-2"], false],
    [one, ["jobs", { batch: "bid-1" }], true],
    [one, ["jobs", { batch: "bid-2" }], false],
    [one, ["jobs", { state: "Failed" }], true],
    [one, ["job", "jid-1"], true],
    [one, ["job", "jid-2"], false],
    [one, ["job-files", "jid-1", {}], true],
    [one, ["events", { batch: "bid-1" }], true],
    [one, ["events", { batch: "bid-2" }], false],
    [one, ["events", { job: "jid-1" }], true],
    [one, ["events", { job: "jid-2" }], false],
    [one, ["object", "x"], true],
    [one, ["mails", {}], false],
    [one, ["collections"], false],
    [mail, ["mails", {}], true],
    [mail, ["mail", "m"], true],
    [mail, ["batch", "bid-1"], true],
    [mail, ["batches", {}], false],
    [mail, ["jobs", {}], false],
    [more, ["job", "jid-7"], true],
    [more, ["events", { job: "jid-7" }], true],
    [more, ["batch", "bid-7"], true],
    [more, ["mails", {}], true],
    [more, ["tokens"], false],
    [more, ["collections"], true],
    [one, ["lanes", {}], true],
    [lanes, ["lanes", {}], true],
    [lanes, ["lane", "maps"], true],
    [lanes, ["lane-alarms"], true],
    [one, ["lane-alarms"], false],
    [lanes, ["collections"], false],
    [one, ["callbacks", {}], true],
    [one, ["callbacks", { job: "jid-1" }], true],
    [one, ["callbacks", { job: "jid-2" }], false],
    [one, ["callback", "cb-1"], true],
    [lanes, ["callbacks", {}], false],
    [collections, ["callback-signing"], true],
    [lanes, ["batches", {}], false],
    [collections, ["collections"], true],
    [collections, ["lane", "maps"], true],
    [collections, ["batch", "bid-1"], true],
    [collections, ["job", "jid-1"], true],
    [collections, ["job-files", "jid-1"], false],
    [collections, ["intake"], true],
    [one, ["intake"], false],
    [{ batches: [], jobs: ["jid-1"], mails: false }, ["batch", "bid-9"], true],
    [{ batches: ["bid-1"], jobs: [], mails: false }, ["job", "jid-1"], false],
    [NOTHING, ["batch", "bid-1"], false],
    [collections, ["callbacks", {}], true],
    [collections, ["callbacks", { job: "jid-1" }], false],
    [more, ["callbacks", { job: "jid-1" }], true],
    [more, ["lane-alarms"], false],
    [mail, ["audit", {}], true],
    [NOTHING, ["job", "jid-1"], false],
    [tasks, ["tasks", {}], true],
    [tasks, ["task", "tid-1"], true],
    [tasks, ["task-steps", "tid-1"], true],
    [tasks, ["task-counts"], true],
    [tasks, ["jobs", {}], false],
    [one, ["tasks", {}], false],
    [more, ["tasks", {}], false],
  ])("%j on %j: %s", (note, key, expected) => {
    expect(concerns(note, key)).toBe(expected);
  });
});

describe("mergeNotes", () => {
  it("names every id once", () => {
    expect(mergeNotes(mergeNotes(one, mail), one)).toEqual({
      batches: ["bid-1"],
      jobs: ["jid-1"],
      mails: true,
      ...quiet,
    });
    expect(mergeNotes(lanes, collections)).toEqual({ ...NOTHING, ...quiet, lanes: true, collections: true });
    expect(mergeNotes(more, one).more).toBe(true);
    expect(mergeNotes(one, tasks).tasks).toBe(true);
  });
});

describe("readNote", () => {
  it.each([
    [
      { batches: ["b"], jobs: [], mails: true, due: true },
      { batches: ["b"], jobs: [], mails: true, ...quiet },
    ],
    [
      { batches: [], jobs: [], more: true },
      { ...NOTHING, ...quiet, more: true },
    ],
    [
      { batches: [], jobs: [], tasks: true },
      { ...NOTHING, ...quiet, tasks: true },
    ],
    [
      { batches: [], jobs: [], lanes: true },
      { ...NOTHING, ...quiet, lanes: true },
    ],
    ["hello", undefined],
    [null, undefined],
    [{ batches: "b" }, undefined],
  ])("reads %j", (value, expected) => {
    expect(readNote(value)).toEqual(expected);
  });
});
