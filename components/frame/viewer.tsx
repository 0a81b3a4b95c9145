"use client";
import { createContext, type ReactNode, useContext } from "react";
import { NOBODY, type Viewer } from "./viewer.model.ts";

const ViewerContext = createContext<Viewer>(NOBODY);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}
