import type { Ledger } from "../../core/ledger/ports.ts";
import type { Exchanger } from "../http/exchange.ts";
import { urlBelow } from "../http/target-url.ts";
import { askStatuses } from "./ask-statuses.ts";
import { submitOnce } from "./submit.ts";

const IDS_BY_GET = 15;
const IDS_AT_ONCE = 100;

/**
 * Sawtooth through its REST API, without `wait`. A batch sent twice is applied once: a pending or committed id is
 * ignored.
 * Source: Sawtooth REST API specification, `/batches` and `/batch_statuses`.
 */
export function sawtoothLedger(exchanger: Exchanger): Ledger {
  return {
    backend: "sawtooth",
    idsAtOnce: IDS_AT_ONCE,
    submit(target, body, options) {
      const url = urlBelow(target.url, "/batches");
      return submitOnce(exchanger, { backend: "sawtooth", url, headers: {} }, target, body, options);
    },
    readStatuses(target, ledgerIds, options) {
      return askStatuses({ exchanger, target, options }, ledgerIds, IDS_AT_ONCE, (ids) => {
        const byGet = ids.length <= IDS_BY_GET;
        const path = byGet
          ? `/batch_statuses?id=${ids.map(encodeURIComponent).join(",")}`
          : "/batch_statuses";
        const url = urlBelow(target.url, path);
        return { backend: "sawtooth", url, headers: {}, ...(byGet ? {} : { json: JSON.stringify(ids) }) };
      });
    },
  };
}
