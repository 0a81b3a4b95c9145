import { describe, expect, it } from "vitest";
import { DepositFields } from "../../core/contracts/deposit.ts";
import { depositFields, detailErrors, filledDetails } from "./details.model.ts";

const DETAILS = {
  title: " Map of 1910 ",
  creator: "",
  date: "1910",
  dcSubject: "maps",
  notification: "a@example.org",
};

describe("filledDetails", () => {
  it("leaves out what is empty", () => {
    expect(filledDetails(DETAILS, false)).toEqual({
      title: "Map of 1910",
      date: "1910",
      dcSubject: "maps",
      notification: "a@example.org",
    });
  });
  it("leaves out what belongs to one object when there are several", () => {
    expect(filledDetails(DETAILS, true)).toEqual({ date: "1910", notification: "a@example.org" });
  });
});

describe("detailErrors", () => {
  it.each([
    [{}, {}],
    [{ notification: "nobody" }, { notification: "Give one e-mail address, such as name@example.org" }],
    [{ digestType: "md5" }, { digestValue: "Give both the kind of digest and its value." }],
    [{ digestValue: "00" }, { digestType: "Give both the kind of digest and its value." }],
    [{ digestType: "md5", digestValue: "00" }, {}],
  ])("of %j", (details, errors) => {
    expect(detailErrors(details)).toEqual(errors);
  });
  it("finds what is too long", () => {
    expect(Object.keys(detailErrors({ title: "x".repeat(3501) }))).toEqual(["title"]);
  });
});

describe("depositFields", () => {
  const deposit = {
    collection: "maps",
    filename: "a.tif",
    sizeBytes: 3,
    type: undefined,
    sha256: "ab",
    details: {},
  };
  it("are what the contract takes", () => {
    const fields = depositFields({ ...deposit, type: "file", details: filledDetails(DETAILS, false) });
    expect(DepositFields.safeParse(fields).error).toBeUndefined();
    expect(fields).toMatchObject({
      collection: "maps",
      size: "3",
      type: "file",
      digestType: "sha-256",
      digestValue: "ab",
    });
  });
  it("keep the depositor's own digest", () => {
    const fields = depositFields({ ...deposit, details: { digestType: "md5", digestValue: "cd" } });
    expect([fields.digestType, fields.digestValue]).toEqual(["md5", "cd"]);
  });
  it("have no digest that is not known", () => {
    expect(depositFields({ ...deposit, sha256: undefined })).not.toHaveProperty("digestType");
  });
});
