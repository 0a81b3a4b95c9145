import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode, WaybillError } from "../../core/errors.ts";
import { merrittException } from "../../core/merritt/exception.ts";
import { IDLE_FIELDS, OWN_FIELDS, SAME_FIELDS } from "../../core/merritt/form-fields.ts";
import { helpState } from "../../core/merritt/service-state.ts";
import { BATCH_STATUSES, JOB_STATUSES } from "../../core/merritt/statuses.ts";

const TEXT = readFileSync(path.join(import.meta.dirname, "../../docs/reference/merritt-api.md"), "utf8");

/** The rows of the first table after a text. Pipes in code are written `\|`. */
function tableAfter(text: string): string[][] {
  const [, after = ""] = TEXT.split(text);
  const lines = after.split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(text.startsWith("|") ? start + 1 : start + 2, end).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}

const codesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

describe("docs/reference/merritt-api.md", () => {
  it("has every field of the form", () => {
    const told = tableAfter("## Fields").flatMap(([names]) => codesIn(names));
    const known = ["file", ...OWN_FIELDS, ...Object.keys(SAME_FIELDS), ...Object.keys(IDLE_FIELDS)];
    expect(told.sort()).toEqual(known.sort());
  });

  it("has every address the help has", () => {
    const told = tableAfter("## Addresses").flatMap(([names]) => codesIn(names));
    const { commands } = helpState("https://waybill.example.org").pieces;
    const helped = [commands].flat(2).flatMap((command) => {
      const text = String(command);
      return text.includes("/object/{")
        ? ["ingest", "update"].map((verb) => text.replace(/\{.*\}/, verb))
        : [text];
    });
    expect(told.sort()).toEqual([...helped, "GET /poster/help"].sort());
  });

  it("has every status and name an error can have", () => {
    const told = tableAfter("There is no stack trace.").flatMap(([statuses = "", names]) =>
      statuses.split(", ").flatMap((status) => codesIn(names).map((name) => `${status} ${name}`)),
    );
    const known = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
      const { status, state } = merrittException(new WaybillError(code, "x"));
      return `${status} ${state.pieces.statusName}`;
    });
    expect(told.sort()).toEqual([...new Set(known)].sort());
  });

  it.each([
    ["`bat:batchStatus` | the batch is |", Object.values(BATCH_STATUSES)],
    ["`job:jobStatus` | the job is |", Object.values(JOB_STATUSES)],
  ])("has every status after %s", (heading, statuses) => {
    const told = tableAfter(`| ${heading}`).flatMap(([status]) => codesIn(status));
    expect(told.sort()).toEqual([...new Set(statuses)].sort());
  });
});
