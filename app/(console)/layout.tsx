import type { ReactNode } from "react";
import { Frame } from "../../components/frame/frame.tsx";
import { viewerOf } from "../../components/frame/viewer.model.ts";
import { getIntake } from "../../operations/intake/get.ts";
import { pageContext } from "../_server/context.ts";

/** The console's frame; whoever is not signed in is sent to sign in first. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const ctx = await pageContext();
  const intake = await getIntake(ctx);
  return (
    <Frame viewer={viewerOf(ctx.actor)} intake={intake}>
      {children}
    </Frame>
  );
}
