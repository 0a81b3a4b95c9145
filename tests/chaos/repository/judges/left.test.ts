import { describe, expect, it } from "vitest";
import { findingsOf } from "../check.ts";
import type { Left } from "../seen.ts";
import { goneFromDisk, leftOnDisk } from "./left.ts";
import { goodScene } from "./scene.ts";

const with_ = (left: Partial<Left>) => ({ ...goodScene(), left: { ...goodScene().left, ...left } });

describe("what is left", () => {
  it("is what a resume counts on", () => {
    expect(leftOnDisk(goodScene())).toEqual([]);
    expect(goneFromDisk(goodScene())).toEqual([]);
  });

  it("is too much: folders of what has completed, of nobody, and other files", () => {
    expect(leftOnDisk(with_({ jobFolders: ["j1", "j2"] }))).toEqual(["jobs/j1"]);
    expect(leftOnDisk(with_({ batchFolders: ["b2", "b7"] }))).toEqual(["batches/b7"]);
    expect(leftOnDisk(with_({ files: ["uploads/1.part"] }))).toEqual(["uploads/1.part"]);
  });

  it("is too little", () => {
    expect(goneFromDisk(with_({ jobFolders: [], batchFolders: [] }))).toEqual([
      "the folder of j2",
      "the payload of b2",
    ]);
  });
});

describe("the answer of a check", () => {
  it("has findings by kind", () => {
    expect(findingsOf(JSON.stringify({ error: null, findings: {} }))).toEqual([]);
    const findings = { orphan_folder: [{ kind: "orphan_folder", subject: "bid-1" }] };
    expect(findingsOf(JSON.stringify({ error: null, findings }))).toEqual(["orphan_folder bid-1"]);
  });

  it("is a finding itself when it could not be made", () => {
    expect(findingsOf(JSON.stringify({ error: "no disk", findings: {} }))).toEqual([
      "the check could not be finished: no disk",
    ]);
    expect(findingsOf("These settings are wrong")).toEqual(["the check said: These settings are wrong"]);
  });
});
