import type { FaultBoard } from "./faults.ts";
import type { LedgerLog } from "./log.ts";
import { LedgerService, type Protocol } from "./service.ts";

/** All services that were asked for so far. */
export type Services = {
  get(name: string, protocol: Protocol): LedgerService;
  /** Those of this name, or all. */
  matching(name: string | undefined): readonly LedgerService[];
  /** For all services, or for one that may not have been asked for yet. */
  settleAfter(ms: number, name: string | undefined): void;
  limitHistory(limit: number, name: string | undefined): void;
  /** Service, then batch id, to how often it was executed. */
  counts(): Readonly<Record<string, Readonly<Record<string, number>>>>;
  close(): void;
};

type Wish = (service: LedgerService) => void;

export function openServices(given: {
  readonly log: LedgerLog;
  readonly board: FaultBoard;
  readonly settleMs: number;
}): Services {
  const services = new Map<string, LedgerService>();
  const wishes: { readonly name: string | undefined; readonly wish: Wish }[] = [];
  const matching = (name: string | undefined) =>
    [...services.values()].filter((service) => name === undefined || service.name === name);
  const always = (name: string | undefined, wish: Wish) => {
    wishes.push({ name, wish });
    for (const service of matching(name)) wish(service);
  };
  return {
    matching,
    get(name, protocol) {
      const known = services.get(name);
      if (known) return known;
      const made = new LedgerService(name, protocol, given);
      services.set(name, made);
      for (const each of wishes) if (each.name === undefined || each.name === name) each.wish(made);
      return made;
    },
    settleAfter: (ms, name) => always(name, (service) => service.settleAfter(ms)),
    limitHistory: (limit, name) =>
      always(name, (service) => {
        if (service.protocol === "scabbard") service.limitHistory(limit);
      }),
    counts: () =>
      Object.fromEntries(
        matching(undefined).map(({ name, executed }) => [name, Object.fromEntries(executed)]),
      ),
    close: () => {
      for (const service of services.values()) service.close();
    },
  };
}
