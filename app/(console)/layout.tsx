import type { ReactNode } from "react";
import { Frame } from "../../components/frame/frame.tsx";
import { viewerOf } from "../../components/frame/viewer.model.ts";
import { pageContext } from "../_server/context.ts";

/** The console's frame; whoever is not signed in is sent to sign in first. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { actor } = await pageContext();
  return <Frame viewer={viewerOf(actor)}>{children}</Frame>;
}
