import type { ChangeNote } from "../../core/contracts/views.ts";
import { parseJson } from "../queries/request.ts";
import { readNote } from "./concerns.model.ts";

const REOPEN_MS = 5_000;

type Listener = {
  readonly onOpen: () => void;
  readonly onDown: () => void;
  readonly onNote: (note: ChangeNote) => void;
};

/**
 * Follows the event stream until told to stop. Reopens it when the server ended it for good, and lets go of it while
 * the tab is hidden: a browser has only six connections to one host over HTTP/1.1, for all tabs together.
 */
export function followChanges({ onOpen, onDown, onNote }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource("/api/v1/changes");
    source = opened;
    opened.addEventListener("open", onOpen);
    opened.addEventListener("change", (event: MessageEvent<string>) => {
      const note = readNote(parseJson(event.data));
      if (note) onNote(note);
    });
    opened.addEventListener("error", () => {
      onDown();
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };
  const onVisibility = () => (document.visibilityState === "hidden" ? close() : open());

  document.addEventListener("visibilitychange", onVisibility);
  if (document.visibilityState !== "hidden") open();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}
