import { expect, it } from "vitest";
import { RequestError } from "../queries/request.ts";
import { actOnEach } from "./act-on-each.ts";

const refusal = (message: string) =>
  new RequestError({
    status: 409,
    code: "illegal_move",
    message,
    who: "operator",
    problems: [],
    retryAt: null,
  });

it("acts on each in order, goes on after a refusal, and tells how far it is", async () => {
  const acted: string[] = [];
  const told: number[] = [];
  const act = async (id: string) => {
    acted.push(id);
    if (id === "b") throw refusal("It has ended.");
  };
  const done = await actOnEach(["a", "b", "c"], act, (tried) => told.push(tried));
  expect(done).toEqual({ done: 2, refused: [{ id: "b", message: "It has ended." }] });
  expect([acted, told]).toEqual([
    ["a", "b", "c"],
    [1, 2, 3],
  ]);
});

it("ends with an error that is none of the server's", async () => {
  const act = async () => {
    throw new TypeError("a mistake in the page");
  };
  await expect(actOnEach(["a"], act, () => undefined)).rejects.toThrow("a mistake in the page");
});
