import "@fontsource-variable/inter/index.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
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
  const preferences = readPreferences((await cookies()).get(PREFERENCES_COOKIE)?.value);
  return (
    <html lang="en" data-theme={preferences.theme} data-rows={preferences.rows}>
      <body>
        <PreferencesProvider initial={preferences}>
          <TooltipProvider>{children}</TooltipProvider>
        </PreferencesProvider>
      </body>
    </html>
  );
}
