import type * as z from "zod";
import type { Control, FaultBoard } from "./faults.ts";
import type { Services } from "./services.ts";

/** Does what `POST /_control` asks for. */
export function applyControl(input: z.infer<typeof Control>, services: Services, board: FaultBoard): void {
  if ("clear" in input) {
    board.clear(input.clear, input.service);
    if (input.clear === "all" || input.clear === "stuck")
      for (const service of services.matching(input.service)) service.release();
    return;
  }
  switch (input.fault) {
    case "lose-pending":
      for (const service of services.matching(input.service)) service.losePending();
      return;
    case "restart-history":
      for (const service of services.matching(input.service)) {
        if (service.protocol === "scabbard") service.forgetHistory();
      }
      return;
    case "history-limit":
      services.limitHistory(input.limit, input.service);
      return;
    case "settle":
      services.settleAfter(input.ms, input.service);
      return;
    default:
      board.set(input);
  }
}
