import { setTimeout as sleep } from "node:timers/promises";
import { plain, RESET, type Reply } from "../fake-ledger/answer.ts";
import type { EzidAct, EzidFault, FaultBoard } from "./faults.ts";
import type { Records } from "./records.ts";
import { type Asked, actOf, respond, statusOf, textOf, userOf } from "./respond.ts";

/** One call, as it went. `act` undefined: no method of EZID's. */
export type EzidLogEntry = {
  readonly act: EzidAct | undefined;
  readonly path: string;
  readonly user: string | undefined;
  readonly fault?: EzidFault["fault"];
  /** The status line, also where the answer was withheld. */
  readonly line: string;
};

/** A fake EZID as its calls see it. */
export type World = {
  readonly accounts: ReadonlyMap<string, string>;
  readonly records: Records;
  readonly board: FaultBoard;
  readonly log: EzidLogEntry[];
  readonly latencyMs: number;
  readonly atOnce: number;
  underWay: number;
  mostAtOnce: number;
};

/** Answers one call; undefined: never. It goes on although its client may be gone, as EZID does not notice. */
export async function answerCall(
  asked: Asked,
  gone: Promise<void>,
  world: World,
): Promise<Reply | undefined> {
  const act = actOf(asked);
  const user = userOf(asked, world.accounts);
  const isBusy = world.underWay > world.atOnce;
  const say = (line: string, fault?: EzidFault) => {
    const path = asked.url.pathname + asked.url.search;
    world.log.push({ act, path, user, line, ...(fault && { fault: fault.fault }) });
  };
  const refuse = (line: string, headers: Readonly<Record<string, string>> = {}): Reply => {
    say(line);
    return { ...plain(statusOf(line, false), line), headers: { ...plain(200, "").headers, ...headers } };
  };
  if (act === undefined) return refuse("error: method not allowed");
  if (user?.startsWith("error:")) return refuse(user);
  if (user === undefined) return refuse("error: unauthorized", { "www-authenticate": 'Basic realm="EZID"' });
  if (isBusy) return refuse("error: concurrency limit exceeded");
  const fault = world.board.take(act);
  if (fault) {
    const instead = insteadOf(fault);
    if (instead) {
      say(`(${fault.fault})`, fault);
      if (instead !== "nothing") return instead;
      await gone;
      return undefined;
    }
  }
  await sleep(world.latencyMs + (fault?.fault === "slow" ? fault.ms : 0));
  const said = respond(asked, act, user, world.records);
  say(said.line, fault);
  if (fault?.fault === "drop-after") return RESET;
  return plain(statusOf(said.line, act === "mint" || act === "create"), textOf(said));
}

/** What a fault answers in place of doing anything; undefined: it is done all the same. */
function insteadOf(fault: EzidFault): Reply | "nothing" | undefined {
  switch (fault.fault) {
    case "answer":
      return {
        status: fault.httpStatus,
        headers: { "content-type": "text/plain; charset=utf-8", ...fault.headers },
        body: fault.body,
      };
    case "busy":
      return {
        status: 503,
        headers: {
          "content-type": "text/plain; charset=utf-8",
          ...(fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter }),
        },
        body: "error: concurrency limit exceeded",
      };
    case "hang":
      return "nothing";
    case "drop-before":
      return RESET;
    default:
      return undefined;
  }
}
