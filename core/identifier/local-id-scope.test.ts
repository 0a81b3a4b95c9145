import { expect, it } from "vitest";
import { localIdKey, localIdKeys, STANDARD_OWNER } from "./local-id-scope.ts";

const CAMPUS = "ark:/99999/fk4campus";

it.each([
  ["no owner is named", STANDARD_OWNER, "collection:c1", ["collection:c1", STANDARD_OWNER]],
  [
    "the owner named is another collection's key",
    "collection:c2",
    "collection:c1",
    ["collection:c1", STANDARD_OWNER],
  ],
  ["a shared owner is named", CAMPUS, CAMPUS, [CAMPUS, "collection:c1", STANDARD_OWNER]],
])("local ids are kept and looked for where %s", (_, owner, kept, lookedFor) => {
  expect(localIdKey({ collectionId: "c1", owner })).toBe(kept);
  expect(localIdKeys({ collectionId: "c1", owner })).toEqual(lookedFor);
});
