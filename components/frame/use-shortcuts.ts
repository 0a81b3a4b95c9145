"use client";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { crumbsOf } from "./crumbs.model.ts";
import { roomsOf } from "./rooms.model.ts";
import { type Command, type KeyPress, readKey } from "./shortcuts.model.ts";
import { useViewer } from "./viewer.tsx";

const ROOM_KEY_MS = 1500;

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** A dialog or menu that is open has the keyboard to itself. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement) ?? false);
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[next]?.focus();
}

/** The key press as the rules read it; Esc also leaves a field. */
function pressOf(event: KeyboardEvent): KeyPress {
  const writing = isWriting(event.target);
  if (writing && event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
  return { key: event.key, modified: event.ctrlKey || event.metaKey || event.altKey, writing };
}

/** Listens for the console's keys. */
export function useShortcuts(on: boolean, onHelp: () => void): void {
  const router = useRouter();
  const pathname = usePathname();
  const { role } = useViewer();
  const awaitsRoomUntil = useRef(0);

  useEffect(() => {
    if (!on) return;
    const act = (command: Command): void => {
      switch (command.kind) {
        case "go":
          router.push(command.href);
          break;
        case "row":
          moveRow(command.step);
          break;
        case "help":
          onHelp();
          break;
        case "search":
          document.querySelector<HTMLElement>("[data-search]")?.focus();
          break;
        case "up": {
          const parent = crumbsOf(pathname, role).at(-2);
          if (parent) router.push(parent.href);
        }
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCovered()) return;
      const command = readKey(pressOf(event), Date.now() < awaitsRoomUntil.current, roomsOf(role));
      awaitsRoomUntil.current = command.kind === "await-room" ? Date.now() + ROOM_KEY_MS : 0;
      if (command.kind === "none") return;
      event.preventDefault();
      act(command);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on, onHelp, pathname, role, router]);
}
