import "@fontsource-variable/inter/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { readZone, ZONE_COOKIE } from "../components/display/clock.model.ts";
import { ClockProvider } from "../components/display/clock.tsx";
import { PREFERENCES_COOKIE, readPreferences } from "../components/display/preferences.model.ts";
import { PreferencesProvider } from "../components/display/preferences.tsx";
import { TooltipProvider } from "../components/ui/tooltip.tsx";

export const metadata: Metadata = {
  title: { default: "Waybill", template: "%s | Waybill" },
  description: "Ordered ingest for digital repositories.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

/** The document around every page, in the theme the person chose. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const kept = await cookies();
  const preferences = readPreferences(kept.get(PREFERENCES_COOKIE)?.value);
  const zone = readZone(kept.get(ZONE_COOKIE)?.value);
  return (
    <html lang="en" data-theme={preferences.theme} data-rows={preferences.rows}>
      <body>
        <PreferencesProvider initial={preferences}>
          <ClockProvider atMs={Date.now()} zone={zone}>
            <TooltipProvider>{children}</TooltipProvider>
          </ClockProvider>
        </PreferencesProvider>
      </body>
    </html>
  );
}
