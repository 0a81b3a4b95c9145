import type { ReactNode } from "react";
import { Frame } from "../../components/frame/frame.tsx";
import { viewerOf } from "../../components/frame/viewer.model.ts";
import { can } from "../../core/access/roles.ts";
import { listAlarms } from "../../operations/alarm/list.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { pageContext } from "../_server/context.ts";

/** The console's frame; whoever is not signed in is sent to sign in first. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const ctx = await pageContext();
  const [intake, alarms] = await Promise.all([
    getIntake(ctx),
    can(ctx.actor, "read-alarms") ? listAlarms(ctx) : null,
  ]);
  return (
    <Frame viewer={viewerOf(ctx.actor)} intake={intake} alarms={alarms?.items ?? null}>
      {children}
    </Frame>
  );
}
