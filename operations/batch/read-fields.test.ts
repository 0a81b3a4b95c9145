import { describe, expect, it } from "vitest";
import { readDeposit } from "../../core/contracts/deposit.ts";
import { readFields } from "./read-fields.ts";

const ERC = "erc:\nwho: Ada\nwhat: Elm\nwhen: 1999\nwhere: ark:/99999/fk4elm\nwhere: elm-1; elm-2";

describe("readFields with an ERC", () => {
  it("takes from it what the form leaves out", () => {
    expect(readFields({ collection: "maps", erc: ERC })).toMatchObject({
      creator: "Ada",
      title: "Elm",
      date: "1999",
      primaryIdentifier: "ark:/99999/fk4elm",
      localIdentifier: "elm-1; elm-2",
    });
    const fields = { title: "Oak", primaryIdentifier: "ark:/99999/fk4oak", localIdentifier: "oak-1" };
    expect(readFields({ collection: "maps", erc: ERC, ...fields })).toMatchObject({
      ...fields,
      creator: "Ada",
      localIdentifier: "oak-1; elm-1; elm-2",
    });
  });

  it("gives fields a batch can keep", () => {
    const fields = readFields({ collection: "maps", erc: "what: x" });
    expect(readDeposit(JSON.parse(JSON.stringify(fields)))).toEqual({
      collection: "maps",
      erc: "what: x",
      title: "x",
      notifySubmitter: "true",
      responseForm: "json",
      update: "false",
    });
  });

  it.each([
    [`when: ${"9".repeat(300)}`, "bad_form"],
    ["where: ark:/99999/", "bad_identifier"],
  ])("refuses %j", (erc, code) => {
    expect(() => readFields({ collection: "maps", erc })).toThrow(expect.objectContaining({ code }));
  });
});
