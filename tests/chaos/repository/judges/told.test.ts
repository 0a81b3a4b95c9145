import { describe, expect, it } from "vitest";
import type { Seen } from "../seen.ts";
import { goodScene, job } from "./scene.ts";
import { wrongCallbacks, wrongMails, wrongReports } from "./told.ts";

const with_ = (more: Partial<Seen>): Seen => ({ ...goodScene(), ...more });
const [report, failure] = goodScene().reports;
const [good, bad] = goodScene().jobs;
if (!report || !failure || !good || !bad) throw new Error("the scene is empty");

describe("reports", () => {
  it("are one of each batch, with its counts", () => {
    expect(wrongReports(goodScene())).toEqual([]);
  });

  it("are missed, and found twice", () => {
    expect(wrongReports(with_({ reports: [report] }))).toEqual(["a-2: b2 has 0 reports"]);
    const reports = [report, failure, { ...failure, number: 2 }];
    expect(wrongReports(with_({ reports }))).toEqual(["a-2: b2 has 2 reports"]);
  });

  it("may be more of a batch that was run again, of which the last counts", () => {
    const jobs = [good, job({ ...bad, retryCount: 1 })];
    expect(wrongReports(with_({ jobs, reports: [report, failure, { ...failure, number: 2 }] }))).toEqual([]);
    expect(wrongReports(with_({ jobs, reports: [report, failure, { ...failure, number: 3 }] }))).toEqual([
      "a-2: b2 has 2 reports",
    ]);
  });

  it("are found with wrong counts or the wrong outcome", () => {
    const wrong = { ...report, jobs: { ...report.jobs, total: 2, completed: 2 } };
    expect(wrongReports(with_({ reports: [wrong, failure] }))).toHaveLength(1);
    expect(wrongReports(with_({ reports: [{ ...report, outcome: "FAIL" }, failure] }))).toHaveLength(1);
    const open = { ...failure, jobs: { ...failure.jobs, pending: 1 } };
    expect(wrongReports(with_({ reports: [report, open] }))).toHaveLength(1);
  });
});

describe("mails", () => {
  it("are one of each report, and have arrived; twice is no fault", () => {
    expect(wrongMails(goodScene())).toEqual([]);
    expect(wrongMails(with_({ mails: [...goodScene().mails, ...goodScene().mails] }))).toEqual([]);
  });

  it("are missed: not written, not sent, not arrived", () => {
    const { messages } = goodScene();
    expect(
      wrongMails(
        with_({ messages: messages.filter(({ id }) => id !== "m1"), mails: ["<report.b2.1@host>"] }),
      ),
    ).toEqual(["report 1 of b1 has 0 mails"]);
    const failed = messages.map((one) => (one.id === "m1" ? { ...one, status: "Failed" } : one));
    expect(wrongMails(with_({ messages: failed }))).toEqual(["<report.b1.1@host> is Failed"]);
    expect(wrongMails(with_({ mails: ["<report.b1.1@host>"] }))).toEqual([
      "<report.b2.1@host> counts as sent and did not arrive",
    ]);
  });

  it("are found when nobody wrote them, or they were written twice", () => {
    const mails = [...goodScene().mails, "<other@host>"];
    expect(wrongMails(with_({ mails }))).toEqual(["<other@host> arrived, and nobody wrote it"]);
    const messages = [
      ...goodScene().messages,
      { id: "m3", kind: "mail", about: "<report.b1.1@host>", status: "Sent" },
    ];
    expect(wrongMails(with_({ messages }))).toEqual(["report 1 of b1 has 2 mails"]);
  });
});

describe("callbacks", () => {
  it("are one for each time a job ended, and have arrived with the same bytes each time", () => {
    expect(wrongCallbacks(goodScene())).toEqual([]);
  });

  it("are missed: not written, not sent, not arrived", () => {
    const { messages, callbacks } = goodScene();
    expect(wrongCallbacks(with_({ jobs: [good, job({ ...bad, retryCount: 1 })] }))).toEqual([
      "j2 ended 2 times and has 1 callbacks",
    ]);
    const waiting = messages.map((one) => (one.id === "c1" ? { ...one, status: "Waiting" } : one));
    expect(wrongCallbacks(with_({ messages: waiting }))).toEqual(["c1 of j1 is Waiting"]);
    expect(wrongCallbacks(with_({ callbacks: callbacks.slice(1) }))).toEqual([
      "c1 of j1 counts as sent and did not arrive",
    ]);
  });

  it("are found with other bytes, of another job, or written by nobody", () => {
    const [first, ...rest] = goodScene().callbacks;
    if (!first) throw new Error("the scene is empty");
    expect(wrongCallbacks(with_({ callbacks: [first, { ...first, body: "{ }" }, ...rest] }))).toEqual([
      "c1 of j1 arrived in 2 forms",
    ]);
    expect(wrongCallbacks(with_({ callbacks: [{ ...first, path: "/a/mc/j2" }, ...rest] }))).toEqual([
      "c1 told of another job than j1",
    ]);
    expect(wrongCallbacks(with_({ callbacks: [{ ...first, id: "c9" }, first, ...rest] }))).toEqual([
      "c9 arrived, and nobody wrote it",
    ]);
  });
});
