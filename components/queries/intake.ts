import { queryOptions } from "@tanstack/react-query";
import type { IntakeView } from "../../core/contracts/views.ts";
import type { HoldAsk } from "../holds/hold-form.tsx";
import { request } from "./request.ts";

export function intakeQuery() {
  return queryOptions({
    queryKey: ["intake"],
    queryFn: ({ signal }) => request<IntakeView>("intake", { signal }),
  });
}

export function holdIntake(ask: HoldAsk): Promise<IntakeView> {
  return request<IntakeView>("intake/hold", { method: "PUT", body: ask });
}

export function releaseIntake({ reason }: HoldAsk): Promise<IntakeView> {
  return request<IntakeView>("intake/release", { method: "POST", body: { reason } });
}
