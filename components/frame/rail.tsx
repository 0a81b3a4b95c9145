"use client";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { usePreferences } from "../display/preferences.tsx";
import { Button } from "../ui/button.tsx";
import { join } from "../ui/join.ts";
import { AlarmCount } from "./alarm-count.tsx";
import { FailedCallbackCount } from "./failed-callback-count.tsx";
import { RoomIcon } from "./room-icon.tsx";
import { type Room, roomAt, roomsOf } from "./rooms.model.ts";
import { useViewer } from "./viewer.tsx";

/** The rooms: a rail on the left, on narrow screens a strip below the top bar. */
export function Rail() {
  const { role } = useViewer();
  const { preferences, change } = usePreferences();
  const pathname = usePathname();
  const rooms = roomsOf(role);
  const here = roomAt(rooms, pathname);
  const narrow = preferences.rail === "narrow";
  return (
    <div
      data-print="no"
      className={join(
        "border-line border-b bg-paper md:sticky md:top-12 md:flex md:h-[calc(100dvh-3rem)] md:shrink-0 md:flex-col md:justify-between md:border-r md:border-b-0",
        narrow ? "md:w-12" : "md:w-48",
      )}
    >
      <nav aria-label="Main" className="overflow-x-auto md:overflow-visible">
        <ul className="flex gap-1 px-2 py-1.5 md:flex-col md:gap-0.5 md:py-3">
          {rooms.map((room) => (
            <li key={room.href}>
              <RoomLink room={room} current={room.href === here?.href} narrow={narrow} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="hidden p-2 md:block">
        <Button
          kind="quiet"
          size="icon"
          aria-expanded={!narrow}
          aria-label={narrow ? "Expand sidebar" : "Collapse sidebar"}
          title={narrow ? "Expand sidebar" : "Collapse sidebar"}
          onClick={() => change({ rail: narrow ? "wide" : "narrow" })}
        >
          {narrow ? <PanelLeftOpen aria-hidden size={16} /> : <PanelLeftClose aria-hidden size={16} />}
        </Button>
      </div>
    </div>
  );
}

function RoomLink({ room, current, narrow }: { room: Room; current: boolean; narrow: boolean }) {
  return (
    <Link
      href={room.href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      title={`${room.name} (g ${room.key})`}
      className={join(
        "relative flex h-8 items-center gap-2 whitespace-nowrap rounded-md px-2 font-medium",
        current ? "bg-accent-soft text-accent-strong" : "text-muted hover:bg-sunken hover:text-ink",
      )}
    >
      <RoomIcon name={room.icon} />
      <span className={narrow ? "md:sr-only" : undefined}>{room.name}</span>
      {room.icon === "lanes" ? <AlarmCount narrow={narrow} /> : null}
      {room.icon === "callbacks" ? <FailedCallbackCount narrow={narrow} /> : null}
    </Link>
  );
}
