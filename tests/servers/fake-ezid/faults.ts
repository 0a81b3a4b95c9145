import * as z from "zod";

/** Which calls a fault meets, and how many of them; 0: until it is cleared. */
const reach = {
  on: z.enum(["mint", "create", "update", "delete", "view", "any"]).default("any"),
  times: z.int().min(0).default(1),
};

/** What can be made to go wrong. */
const Fault = z.discriminatedUnion("fault", [
  /** Any answer, after nothing was done; `body` as it stands. */
  z.strictObject({
    fault: z.literal("answer"),
    httpStatus: z.int().min(200).max(599),
    body: z.string(),
    headers: z.record(z.string(), z.string()).default({}),
    ...reach,
  }),
  /** `error: concurrency limit exceeded`. */
  z.strictObject({ fault: z.literal("busy"), retryAfter: z.string().optional(), ...reach }),
  /** Does nothing and never answers. */
  z.strictObject({ fault: z.literal("hang"), ...reach }),
  /** Resets the connection before anything was done. */
  z.strictObject({ fault: z.literal("drop-before"), ...reach }),
  /** Does what it is asked, then resets the connection in place of the answer. */
  z.strictObject({ fault: z.literal("drop-after"), ...reach }),
  /** Does what it is asked and answers so many ms later than usual. */
  z.strictObject({ fault: z.literal("slow"), ms: z.int().min(1), ...reach }),
]);

/** What `POST /_control` takes. */
export const Control = z.union([Fault, z.strictObject({ clear: z.literal("all") })]);
export type ControlInput = z.input<typeof Control>;
export type EzidFault = z.infer<typeof Fault>;
export type EzidAct = Exclude<EzidFault["on"], "any">;

export type FaultBoard = {
  apply(control: z.infer<typeof Control>): void;
  /** The oldest fault that meets this act; it is used up by one. */
  take(act: EzidAct): EzidFault | undefined;
};

export function openFaultBoard(): FaultBoard {
  let faults: readonly EzidFault[] = [];
  return {
    apply(control) {
      faults = "clear" in control ? [] : [...faults, control];
    },
    take(act) {
      const fault = faults.find(({ on }) => on === "any" || on === act);
      if (fault === undefined) return undefined;
      const left =
        fault.times === 1 ? [] : [fault.times === 0 ? fault : { ...fault, times: fault.times - 1 }];
      faults = faults.flatMap((each) => (each === fault ? left : [each]));
      return fault;
    },
  };
}
