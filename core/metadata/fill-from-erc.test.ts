import { expect, it } from "vitest";
import { fillFromErc } from "./fill-from-erc.ts";

const ERC = { who: "Ada", what: "Maps", when: "1843", ark: "ark:/99999/fk4a", localIds: ["e-1", "e-2"] };
const FORM = {
  creator: "Bo",
  title: "Seas",
  date: "1844",
  primaryIdentifier: "ark:/99999/fk4b",
  localIdentifier: "f-1",
};

it.each([
  [
    {},
    ERC,
    {
      creator: "Ada",
      title: "Maps",
      date: "1843",
      primaryIdentifier: "ark:/99999/fk4a",
      localIdentifier: "e-1; e-2",
    },
  ],
  [FORM, ERC, { ...FORM, localIdentifier: "f-1; e-1; e-2" }],
  [FORM, { localIds: [] }, FORM],
  [
    {},
    { localIds: [] },
    {
      creator: undefined,
      title: undefined,
      date: undefined,
      primaryIdentifier: undefined,
      localIdentifier: "",
    },
  ],
])("%j with %j is %j", (form, erc, fields) => {
  expect(fillFromErc(form, erc)).toEqual(fields);
});
