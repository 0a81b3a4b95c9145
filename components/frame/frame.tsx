"use client";
import { type ReactNode, useCallback, useState } from "react";
import type { InstallationAlarmView } from "../../core/contracts/alarm-views.ts";
import type { IntakeView } from "../../core/contracts/views.ts";
import { AlarmBanner } from "../alarms/alarm-banner.tsx";
import { DepositProvider } from "../deposit/deposit-provider.tsx";
import { UnderWayBar } from "../deposit/under-way-bar.tsx";
import { usePreferences } from "../display/preferences.tsx";
import { IntakeBanner } from "../intake/intake-banner.tsx";
import { LiveProvider } from "../live/live-provider.tsx";
import { StaleBar } from "../live/stale-bar.tsx";
import { Help } from "./help.tsx";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import type { Viewer } from "./viewer.model.ts";
import { ViewerProvider } from "./viewer.tsx";

type FrameProps = {
  readonly viewer: Viewer;
  /** The hold on the whole intake, as the page was drawn. */
  readonly intake: IntakeView;
  /** The installation's alarms, as the page was drawn; null for who may not read them. */
  readonly alarms: readonly InstallationAlarmView[] | null;
  readonly children: ReactNode;
};

/** What stands around every page of the console; queries are provided above it. */
export function Frame({ viewer, intake, alarms, children }: FrameProps) {
  return (
    <ViewerProvider viewer={viewer}>
      <LiveProvider>
        <DepositProvider>
          <Shell intake={intake} alarms={alarms}>
            {children}
          </Shell>
        </DepositProvider>
      </LiveProvider>
    </ViewerProvider>
  );
}

function Shell({ intake, alarms, children }: Omit<FrameProps, "viewer">) {
  const { preferences } = usePreferences();
  const [help, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  useShortcuts(preferences.keys === "on", openHelp);
  useFocusOnArrival();
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without script it is a plain link; with it Back need not pass the jump */}
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar onHelp={openHelp} />
      <StaleBar />
      {alarms && <AlarmBanner first={alarms} />}
      <IntakeBanner first={intake} />
      <div className="md:flex">
        <Rail />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 md:px-6">
          {children}
        </main>
      </div>
      <UnderWayBar />
      <Help open={help} onOpenChange={setHelp} />
    </>
  );
}
