import type { Ledger, LedgerTarget } from "../../core/ledger/ports.ts";
import { splitSplinterId } from "../../core/ledger/service-id.ts";
import type { Exchanger } from "../http/exchange.ts";
import { urlBelow } from "../http/target-url.ts";
import { askStatuses } from "./ask-statuses.ts";
import { submitOnce } from "./submit.ts";

const IDS_AT_ONCE = 15;
const HEADERS = { splinterprotocolversion: "1" };

/**
 * Splinter's scabbard through its REST API, without `wait`. A batch sent twice is executed twice, and since it keeps
 * only the last 100 batches in memory, Unknown never proves that one was not committed. Source: Splinter's scabbard
 * REST API.
 */
export function scabbardLedger(exchanger: Exchanger): Ledger {
  return {
    backend: "scabbard",
    idsAtOnce: IDS_AT_ONCE,
    submit(target, body, options) {
      const url = urlOf(target, "batches");
      return submitOnce(exchanger, { backend: "scabbard", url, headers: HEADERS }, target, body, options);
    },
    readStatuses(target, ledgerIds, options) {
      return askStatuses({ exchanger, target, options }, ledgerIds, IDS_AT_ONCE, (ids) => {
        const url = urlOf(target, `batch_statuses?ids=${ids.map(encodeURIComponent).join(",")}`);
        return { backend: "scabbard", url, headers: HEADERS };
      });
    },
  };
}

function urlOf(target: LedgerTarget, resource: string): URL | undefined {
  const id = splitSplinterId(target.serviceId);
  return id && urlBelow(target.url, `/scabbard/${id.circuit}/${id.service}/${resource}`);
}
