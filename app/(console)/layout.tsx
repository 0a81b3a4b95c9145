import type { ReactNode } from "react";
import { Frame } from "../../components/frame/frame.tsx";
import { roomsOf } from "../../components/frame/rooms.model.ts";
import { viewerOf } from "../../components/frame/viewer.model.ts";
import { failedCallbacksQuery } from "../../components/queries/callbacks.ts";
import { laneAlarmsQuery } from "../../components/queries/lanes.ts";
import { QueryProvider } from "../../components/queries/provider.tsx";
import { type Seed, Seeds } from "../../components/queries/seeds.tsx";
import { can } from "../../core/access/roles.ts";
import { listAlarms } from "../../operations/alarm/list.ts";
import { countFailed } from "../../operations/callback/count-failed.ts";
import type { Context } from "../../operations/context.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { countAlarmed } from "../../operations/lane/count-alarmed.ts";
import { pageContext } from "../_server/context.ts";

/** The console's frame; people who are not signed in are sent to sign in first. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const ctx = await pageContext();
  const [intake, alarms, seeds] = await Promise.all([
    getIntake(ctx),
    can(ctx.actor, "read-alarms") ? listAlarms(ctx) : null,
    readRailCounts(ctx),
  ]);
  return (
    <QueryProvider>
      <Seeds seeds={seeds}>
        <Frame viewer={viewerOf(ctx.actor)} intake={intake} alarms={alarms?.items ?? null}>
          {children}
        </Frame>
      </Seeds>
    </QueryProvider>
  );
}

/** The counts beside the rooms' names. They belong to the frame: what a page below seeds comes too late for the rail, and is not drawn where the rail has asked first. */
async function readRailCounts(ctx: Context): Promise<readonly Seed[]> {
  const rooms = new Set(roomsOf(ctx.actor.role).map(({ icon }) => icon));
  const [alarmed, failed] = await Promise.all([
    rooms.has("lanes") ? countAlarmed(ctx) : null,
    rooms.has("callbacks") ? countFailed(ctx) : null,
  ]);
  return [
    ...(alarmed ? [[laneAlarmsQuery().queryKey, alarmed] as const] : []),
    ...(failed === null ? [] : [[failedCallbacksQuery().queryKey, failed] as const]),
  ];
}
