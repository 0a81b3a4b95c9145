"use client";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
};

const SelectionContext = createContext<Selection>({
  ids: new Set(),
  toggle: () => undefined,
  clear: () => undefined,
});

/** Keeps which rows of the list below are selected. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(
    () => ({
      ids,
      toggle: (id: string) =>
        setIds(
          (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
        ),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

export function useSelection(): Selection {
  return useContext(SelectionContext);
}

/** Selects one row. */
export function SelectBox({ id, label }: { id: string; label: string }) {
  const { ids, toggle } = useSelection();
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-4 accent-accent"
      checked={ids.has(id)}
      onChange={() => toggle(id)}
    />
  );
}
