import { describe, expect, it } from "vitest";
import { readErrorBody } from "./error-body.ts";

describe("readErrorBody", () => {
  it.each([
    [
      '{"error":{"code":17,"title":"Timed Out","message":"May have been processed"}}',
      { ledgerCode: "17", words: "May have been processed" },
    ],
    ['{"error":{"code":"17"}}', { ledgerCode: "17" }],
    ['{"error":{"title":"Only a title"}}', { words: "Only a title" }],
    ['{"error":"odd"}', { words: '{"error":"odd"}' }],
    ['"just text"', { words: '"just text"' }],
    ["404: Not Found", { words: "404: Not Found" }],
    ["{broken", { words: "{broken" }],
    ["quota < 5", { words: "quota < 5" }],
    [" \n <html>", {}],
    ["  \n", {}],
    ["", {}],
    ["<!doctype html><p>Bad gateway", {}],
  ])("reads Sawtooth's %s", (body, read) => {
    expect(readErrorBody("sawtooth", body)).toStrictEqual(read);
  });

  it.each([
    ['{"message":"No valid batches provided"}', { words: "No valid batches provided" }],
    [
      '{"message":"m","requested_protocol":"2","splinter_protocol":"1"}',
      { ledgerCode: "protocol_version", words: "m" },
    ],
    ["{}", {}],
    ["[1]", { words: "[1]" }],
    ["", {}],
  ])("reads scabbard's %s", (body, read) => {
    expect(readErrorBody("scabbard", body)).toStrictEqual(read);
  });
});
