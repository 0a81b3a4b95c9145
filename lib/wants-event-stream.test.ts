import { expect, it } from "vitest";
import { wantsEventStream } from "./wants-event-stream.ts";

it.each([
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["application/json", false],
  ["text/*", false],
  ["text/event-stream", true],
  ["Text/Event-Stream", true],
  ["application/json, text/event-stream;q=0.5", true],
  ["text/event-stream;q=0", false],
  ["text/event-stream;q=0.000, */*", false],
  ["text/event-stream; charset=utf-8", true],
  ["text/event-streams", false],
])("with Accept: %s it is %s that server-sent events are wanted", (accept, expected) => {
  expect(wantsEventStream(new Headers(accept === undefined ? {} : { accept }))).toBe(expected);
});
