import { expect, test } from "vitest";
import { depositNotes } from "./deposit-notes.ts";

test.each([
  [
    { notification: "a@example.org", title: "Maps", form: 1 },
    { notification: "a@example.org", title: "Maps" },
  ],
  [
    { notification: "a@example.org", title: 5, notifySubmitter: "false" },
    { notification: "a@example.org", notifySubmitter: "false" },
  ],
  [null, {}],
])("of the form %j a report takes %j", (deposit, notes) => {
  expect(depositNotes(deposit)).toEqual(notes);
});
