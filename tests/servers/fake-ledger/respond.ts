import { setTimeout as delay } from "node:timers/promises";
import { type Answer, RESET, type Reply } from "./answer.ts";
import type { FaultBoard, LastingFault } from "./faults.ts";
import type { LedgerLog } from "./log.ts";
import type { Asked, ProtocolAnswers } from "./protocol.ts";
import { SAWTOOTH } from "./sawtooth.ts";
import { SCABBARD } from "./scabbard.ts";
import type { Arrival, LedgerService } from "./service.ts";

const PROTOCOLS = { sawtooth: SAWTOOTH, scabbard: SCABBARD } as const;

/** A request to a service; its body undefined when it was too large. */
export type Request = {
  readonly service: LedgerService;
  readonly asked: Asked;
  readonly isTooLarge: boolean;
};
type Stage = { readonly log: LedgerLog; readonly board: FaultBoard };

type AnswerFault = Exclude<
  LastingFault,
  { fault: "slow" | "late" | "stuck" | "rollback" | "invalid" | "unknown" | "omit-unknown" }
>;

const SUBMIT_FAULTS = [
  "busy",
  "unavailable",
  "send-timeout",
  "error",
  "reject",
  "drop-after",
  "drop-before",
  "answer",
] as const satisfies readonly AnswerFault["fault"][];
const STATUS_FAULTS = ["unavailable", "error", "drop-before", "answer"] as const;

/** Answers a submission: takes the batches unless a fault or their form forbids it. */
export async function respondToSubmit(request: Request, { log, board }: Stage): Promise<Reply> {
  const { service, asked } = request;
  const answers = PROTOCOLS[service.protocol];
  const read = request.isTooLarge ? answers.tooLarge() : answers.read(asked);
  const late = board.take(service.name, ["late"]);
  if (late) await delay(late.ms);
  const slow = board.take(service.name, ["slow"], (fault) => onOf(fault) === "submit");
  const fault = board.take(service.name, SUBMIT_FAULTS, (each) => onOf(each) === "submit");
  const batches = "batches" in read ? read.batches : [];
  if ("batches" in read && accepts(fault))
    service.accept(batches, fault?.fault ?? late?.fault ?? slow?.fault);
  else logRefused(log, service, batches, fault?.fault ?? "form");
  if (slow) await delay(slow.ms);
  if (fault) return faultyAnswer(fault, answers, () => wellAnswer(read, answers, asked));
  return wellAnswer(read, answers, asked);
}

/** Answers a question for states. */
export async function respondToStatus({ service, asked }: Request, { log, board }: Stage): Promise<Reply> {
  const answers = PROTOCOLS[service.protocol];
  const slow = board.take(service.name, ["slow"], (each) => onOf(each) === "status");
  if (slow) await delay(slow.ms);
  const fault = board.take(service.name, STATUS_FAULTS, (each) => onOf(each) === "status");
  if (fault) return faultyAnswer(fault, answers, () => RESET);
  const read = answers.asked(asked);
  if (!("ids" in read)) return read;
  const unknown = board.take(service.name, ["unknown"]);
  const omit = board.take(service.name, ["omit-unknown"]);
  const known = read.ids.map((id) => {
    const state = unknown ? ({ state: "Unknown", transactionIds: [] } as const) : service.stateOf(id);
    const note = unknown ? { fault: "unknown" } : {};
    log.write({ service: service.name, event: "asked", id, status: state.state, ...note });
    return [id, state] as const;
  });
  return answers.told(omit ? known.filter(([, { state }]) => state !== "Unknown") : known, asked);
}

function onOf(fault: LastingFault): "submit" | "status" {
  return "on" in fault ? fault.on : "submit";
}

function accepts(fault: AnswerFault | undefined): boolean {
  if (fault === undefined || fault.fault === "drop-after") return true;
  return "accept" in fault && fault.accept;
}

function wellAnswer(read: ReturnType<ProtocolAnswers["read"]>, answers: ProtocolAnswers, asked: Asked) {
  return "batches" in read ? answers.taken(read.batches, asked) : read;
}

function faultyAnswer(fault: AnswerFault, answers: ProtocolAnswers, well: () => Reply): Reply {
  if (fault.fault === "drop-after" || fault.fault === "drop-before") return RESET;
  if (fault.fault !== "answer") return answers.faulty(fault);
  const { httpStatus, body, contentType, location } = fault;
  if (httpStatus < 300 && body === "") return well();
  const headers: Record<string, string> = {};
  if (contentType !== undefined) headers["content-type"] = contentType;
  if (location !== undefined) headers.location = location;
  return { status: httpStatus, headers, body } satisfies Answer;
}

function logRefused(
  log: LedgerLog,
  service: LedgerService,
  batches: readonly Arrival[],
  fault: string,
): void {
  for (const { id } of batches.length > 0 ? batches : [{ id: "" }])
    log.write({ service: service.name, event: "refused", id, fault });
}
