import { expect, it } from "vitest";
import { errorsOf } from "./errors.ts";

const line = (level: string, msg: string, more: object = {}) => JSON.stringify({ level, msg, ...more });

it("tells the first error of each message, with how often it came", () => {
  const worse = line("error", "work stopped", { err: { message: "no disk" }, id: 1 });
  const logs = [
    [line("info", "ready"), worse, line("error", "work stopped", { err: { message: "no disk" }, id: 2 })],
  ];
  expect(errorsOf(logs)).toEqual([`2 x ${worse}`]);
});

it("keeps errors with other causes apart, and what is no line of a log", () => {
  const causes = ["no disk", "no database"].map((message) =>
    line("fatal", "work stopped", { err: { message } }),
  );
  expect(errorsOf([causes, ["Segmentation fault"]])).toHaveLength(3);
});
