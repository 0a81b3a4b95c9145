"use client";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { type Preferences, readPreferences, writePreferences } from "./preferences.model.ts";

type Kept = {
  readonly preferences: Preferences;
  readonly change: (part: Partial<Preferences>) => void;
};

const PreferencesContext = createContext<Kept>({
  preferences: readPreferences(undefined),
  change: () => undefined,
});

/** Holds the person's display preferences and writes them to the page and the cookie. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback(
    (part: Partial<Preferences>) => {
      const next = { ...preferences, ...part };
      setPreferences(next);
      document.documentElement.dataset.theme = next.theme;
      document.documentElement.dataset.rows = next.rows;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
      document.cookie = writePreferences(next);
    },
    [preferences],
  );
  const kept = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <PreferencesContext value={kept}>{children}</PreferencesContext>;
}

export function usePreferences(): Kept {
  return useContext(PreferencesContext);
}
