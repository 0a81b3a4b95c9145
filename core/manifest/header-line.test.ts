import { expect, it } from "vitest";
import { readHeaderLine } from "./header-line.ts";

it.each([
  ["#%eof", { word: "eof" }],
  ["#%  EOF of all", { word: "eof" }],
  ["# %eof", { word: "comment" }],
  ["#eof", { word: "comment" }],
  ["#", { word: "comment" }],
  ["#%checkm_0.7", { word: "declaration" }],
  ["#%  Checkm_0.7", { word: "declaration" }],
  ["#%profile | http://a.example/\tb c ", { word: "profile", address: "http://a.example/bc" }],
  ["#%  PROFILE  http://a.example/", { word: "profile", address: "http://a.example/" }],
  ["#%profile|http://a.example/", { word: "profile", address: "http://a.example/" }],
  ["#%profile", { word: "profile", address: "" }],
  ["#%fields | a | b", { word: "columns", names: "a | b" }],
  ["#% Columns|a b", { word: "columns", names: "a b" }],
  ["#%prefix | nfo:<http://a.example/>", { word: "other" }],
  ["#%not checkm", { word: "other" }],
  ["#%the eof", { word: "other" }],
  ["#%12", { word: "other" }],
  ["#%see #%eof", { word: "other" }],
  ["#%see #%checkm", { word: "other" }],
  ["#%1 #%profile | http://a.example/", { word: "other" }],
  ["#%", { word: "other" }],
])("%j", (line, read) => {
  expect(readHeaderLine(line)).toEqual(read);
});
