import * as z from "zod";

/** `times`: requests or batches it meets before it ends by itself; 0: until it is cleared. */
const reach = { service: z.string().optional(), times: z.int().min(0).default(1) };
const on = z.enum(["submit", "status"]).default("submit");
/** Whether a submission is taken all the same, and only the answer is bad. */
const accept = z.boolean().default(false);

/** Faults that last: each meets `times` requests or batches. */
const Lasting = z.discriminatedUnion("fault", [
  /** 429: Sawtooth with its JSON, scabbard with an empty body. */
  z.strictObject({ fault: z.literal("busy"), retryAfter: z.string().optional(), ...reach }),
  /** 503: on Sawtooth 15 no genesis, 17 validator timed out, 18 validator gone; scabbard answers text. */
  z.strictObject({
    fault: z.literal("unavailable"),
    code: z.union([z.literal(15), z.literal(17), z.literal(18)]).default(17),
    retryAfter: z.string().optional(),
    accept,
    on,
    ...reach,
  }),
  /** 408 with code 19. */
  z.strictObject({ fault: z.literal("send-timeout"), accept, ...reach }),
  /** 500 with code 10. */
  z.strictObject({ fault: z.literal("error"), accept, on, ...reach }),
  /** 400 with code 30, scabbard's 400. */
  z.strictObject({ fault: z.literal("reject"), ...reach }),
  /** Takes the batch, then resets the connection in place of an answer. */
  z.strictObject({ fault: z.literal("drop-after"), ...reach }),
  /** Takes nothing and resets the connection. */
  z.strictObject({ fault: z.literal("drop-before"), on, ...reach }),
  /** Does what it should and answers so many ms later. */
  z.strictObject({ fault: z.literal("slow"), ms: z.int().min(1), on, ...reach }),
  /** Reads a submission whole and says nothing; takes it only so many ms later, whatever has become of the connection. */
  z.strictObject({ fault: z.literal("late"), ms: z.int().min(1), ...reach }),
  /** Any answer. */
  z.strictObject({
    fault: z.literal("answer"),
    httpStatus: z.int().min(200).max(599),
    body: z.string().default(""),
    contentType: z.string().optional(),
    location: z.string().optional(),
    accept,
    on,
    ...reach,
  }),
  /** A batch that is taken stays Pending until the fault is cleared. */
  z.strictObject({ fault: z.literal("stuck"), ...reach }),
  /** A batch that is taken becomes Valid, is rolled back, and stays Valid. */
  z.strictObject({ fault: z.literal("rollback"), ...reach }),
  /**
   * A batch that is taken becomes Invalid. `data` in base64; `repeat`: how often its transactions are listed;
   * `only`: the place of the one that is, from 1.
   */
  z.strictObject({
    fault: z.literal("invalid"),
    message: z.string().default("The transaction is invalid"),
    data: z.string().default(""),
    repeat: z.int().min(1).max(100).default(1),
    only: z.int().min(1).optional(),
    ...reach,
  }),
  /** Questions for a state are answered Unknown. */
  z.strictObject({ fault: z.literal("unknown"), ...reach }),
  /** Questions for a state are answered without those that are Unknown. */
  z.strictObject({ fault: z.literal("omit-unknown"), ...reach }),
]);

/** What happens at once. */
const Sudden = z.discriminatedUnion("fault", [
  /** Forgets everything but what is Committed, as a validator that starts anew. */
  z.strictObject({ fault: z.literal("lose-pending"), service: z.string().optional() }),
  /** Forgets every state, as scabbard when it starts anew; what is pending is executed all the same. */
  z.strictObject({ fault: z.literal("restart-history"), service: z.string().optional() }),
  /** How many states scabbard remembers. */
  z.strictObject({
    fault: z.literal("history-limit"),
    service: z.string().optional(),
    limit: z.int().min(0),
  }),
  /** How long a batch stays Pending from now on. */
  z.strictObject({ fault: z.literal("settle"), service: z.string().optional(), ms: z.int().min(0) }),
]);

const Clearing = z.strictObject({ clear: z.string(), service: z.string().optional() });

/** What `POST /_control` takes: a fault, or `clear` with a fault's name or `all`. `service` left out: every one. */
export const Control = z.union([Lasting, Sudden, Clearing]);
export type ControlInput = z.input<typeof Control>;
export type LastingFault = z.infer<typeof Lasting>;
export type FaultName = LastingFault["fault"];

/** The faults that are set. */
export type FaultBoard = {
  list(): readonly LastingFault[];
  set(fault: LastingFault): void;
  clear(name: string, service: string | undefined): void;
  /** The oldest fault of these names that meets this service now; it is used up by one. */
  take<N extends FaultName>(
    service: string,
    names: readonly N[],
    fits?: (fault: LastingFault) => boolean,
  ): Extract<LastingFault, { fault: N }> | undefined;
};

export function openFaultBoard(): FaultBoard {
  let faults: readonly LastingFault[] = [];
  return {
    list: () => faults,
    set(fault) {
      faults = [...faults, fault];
    },
    clear(name, service) {
      const meets = (fault: LastingFault) =>
        (name === "all" || name === fault.fault) && (service === undefined || service === fault.service);
      faults = faults.filter((fault) => !meets(fault));
    },
    take(service, names, fits = () => true) {
      const index = faults.findIndex(
        (fault) =>
          names.some((name) => name === fault.fault) &&
          (fault.service === undefined || fault.service === service) &&
          fits(fault),
      );
      const fault = faults[index];
      if (fault === undefined) return undefined;
      const left =
        fault.times === 1 ? [] : [fault.times === 0 ? fault : { ...fault, times: fault.times - 1 }];
      faults = [...faults.slice(0, index), ...left, ...faults.slice(index + 1)];
      return fault as Extract<LastingFault, { fault: (typeof names)[number] }>;
    },
  };
}
