"use client";
import { usePreferences } from "../display/preferences.tsx";
import { StateLegend } from "../state/legend.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { roomsOf } from "./rooms.model.ts";
import { KEYS } from "./shortcuts.model.ts";
import { useViewer } from "./viewer.tsx";

/** All keys, and what every state means. */
export function Help({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { preferences, change } = usePreferences();
  const rooms = roomsOf(useViewer().role);
  const keys = [...KEYS, ...rooms.map((room) => ({ keys: `g ${room.key}`, does: `Go to ${room.name}` }))];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys and states" wide>
      <section className="mb-5">
        <h3 className="mb-1 font-medium text-muted text-sm">Keys</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr_auto_1fr]">
          {keys.map((key) => (
            <div key={key.keys} className="contents">
              <dt>
                {key.keys.split(" ").map((part) => (
                  <kbd
                    key={part}
                    className="mr-1 inline-block min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-mono text-xs"
                  >
                    {part}
                  </kbd>
                ))}
              </dt>
              <dd>{key.does}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-3 flex w-fit items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={preferences.keys === "on"}
            onChange={(event) => change({ keys: event.target.checked ? "on" : "off" })}
          />
          Use these keys
        </label>
      </section>
      <StateLegend />
    </Dialog>
  );
}
