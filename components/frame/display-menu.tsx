"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { usePreferences } from "../display/preferences.tsx";
import { Button } from "../ui/button.tsx";
import { Menu, MenuChoices, MenuLabel, MenuSeparator } from "../ui/menu.tsx";

const THEMES = [
  { value: "system", label: "Match system", icon: <Monitor aria-hidden size={14} /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden size={14} /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden size={14} /> },
] as const;
const ZONES = [
  { value: "viewer", label: "Your time zone" },
  { value: "utc", label: "UTC" },
] as const;
const ROWS = [
  { value: "comfortable", label: "Comfortable rows" },
  { value: "compact", label: "Compact rows" },
] as const;

/** Theme, clock and row height. */
export function DisplayMenu() {
  const { preferences, change } = usePreferences();
  const Icon = { system: Monitor, light: Sun, dark: Moon }[preferences.theme];
  return (
    <Menu
      label="Display"
      trigger={
        <Button kind="quiet" size="icon" aria-label="Display: theme, clock, rows" title="Display">
          <Icon aria-hidden size={16} />
        </Button>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      <MenuChoices value={preferences.theme} choices={THEMES} onChange={(theme) => change({ theme })} />
      <MenuSeparator />
      <MenuLabel>Times</MenuLabel>
      <MenuChoices value={preferences.zone} choices={ZONES} onChange={(zone) => change({ zone })} />
      <MenuSeparator />
      <MenuLabel>Tables</MenuLabel>
      <MenuChoices value={preferences.rows} choices={ROWS} onChange={(rows) => change({ rows })} />
    </Menu>
  );
}
