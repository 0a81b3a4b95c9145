import { expect, it } from "vitest";
import { chooseForm } from "./response-form.ts";

it.each([
  [null, null, "xml"],
  ["json", null, "json"],
  ["JSON ", "text/xml", "json"],
  ["json2", null, "json"],
  ["xml", "application/json", "xml"],
  ["", "application/json", "json"],
  ["  ", "application/json", "json"],
  ["anvl", "application/json", "xml"],
  ["xhtml", null, "xml"],
  ["rdf", null, "xml"],
  ["turtle", null, "xml"],
  ["serial", null, "xml"],
  [undefined, "*/*", "xml"],
  [undefined, "application/json, */*", "json"],
  [undefined, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "xml"],
  [undefined, "application/xml;q=0.4, application/json;q=0.5", "json"],
  [undefined, "application/json;q=0", "xml"],
  [undefined, "application/json;q=x", "xml"],
  [undefined, "APPLICATION/JSON; charset=utf-8", "json"],
  [undefined, "application/problem+json", "json"],
  [undefined, "xapplication/json", "xml"],
  [undefined, "application/jsonx", "xml"],
  [undefined, "text/xml, application/json", "xml"],
  [undefined, "application/atom+xml, application/json", "xml"],
  [undefined, "xtext/xml, application/json", "json"],
  [undefined, "text/xmlx, application/json", "json"],
])("responseForm %j and Accept %j are answered in %s", (name, accept, form) => {
  expect(chooseForm(name, accept)).toBe(form);
});
