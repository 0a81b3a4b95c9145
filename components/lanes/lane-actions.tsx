import type { LaneView } from "../../core/contracts/lane-views.ts";
import { ActDialog } from "./act-dialog.tsx";
import type { Act } from "./act-words.model.ts";

/** What can be done to a lane now, for those who may. */
export function LaneActions({ lane, onDone }: { lane: LaneView; onDone: (said: string) => void }) {
  if (!lane.maySteer) return null;
  const { serviceId, backend, held, halted, openBatches } = lane;
  const acts: readonly Act[] = [
    ...(openBatches.some(({ may }) => may.ask) ? (["ask"] as const) : []),
    held ? "release" : "hold",
    halted ? "resume" : "halt",
  ];
  return acts.map((act) => <ActDialog key={act} act={act} on={{ serviceId, backend }} onDone={onDone} />);
}
