"use client";
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { FilterSelect, FilterText } from "../ui/field.tsx";
import { useUrlFilter } from "./use-url-filter.ts";

const TYPING_MS = 350;

export type FilterChoice = {
  readonly name: string;
  readonly label: string;
  /** The choice of no filter: "All states". */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** Something to type, or a day to pick. */
export type FilterLine = {
  readonly name: string;
  readonly label: string;
  readonly type?: "date";
  readonly maxLength?: number;
};

type Props = {
  readonly choices: readonly FilterChoice[];
  readonly search?: string;
  readonly lines?: readonly FilterLine[];
  readonly children?: ReactNode;
};

/** Filters of a list, in the URL; without script a form with a button. */
export function FilterBar({ choices, search, lines = [], children }: Props) {
  const filter = useUrlFilter();
  const names = [...choices, ...lines].map(({ name }) => name).concat(search ? ["q"] : []);
  const filtered = names.some((name) => filter.value(name) !== undefined);
  return (
    <form
      method="get"
      className="mb-3 flex flex-wrap items-center gap-2"
      data-print="no"
      onSubmit={(event) => event.preventDefault()}
    >
      {search ? <TypedField name="q" label={search} /> : null}
      {choices.map((choice) => (
        <FilterSelect
          key={choice.name}
          name={choice.name}
          label={choice.label}
          value={filter.value(choice.name) ?? ""}
          onChange={(event) => filter.set({ [choice.name]: event.target.value })}
        >
          <option value="">{choice.all}</option>
          {choice.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </FilterSelect>
      ))}
      {lines.map((line) => (
        <TypedField key={line.name} {...line} />
      ))}
      <noscript>
        <Button type="submit">Filter</Button>
      </noscript>
      {filtered ? (
        <Button
          kind="quiet"
          onClick={() => filter.set(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      ) : null}
      {children}
    </form>
  );
}

/** Free text, or a day, that filters while one types. A day has its name beside it, since an empty one says nothing of itself. */
function TypedField({ name, label, type, maxLength = 200 }: FilterLine) {
  const { text, onType } = useTyped(name);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => onType(event.target.value);
  if (type === "date")
    return (
      <label className="flex items-center gap-1.5 text-muted text-sm">
        {label}
        <input
          type="date"
          name={name}
          className="h-8 rounded-md border border-line-strong bg-surface px-2 text-ink"
          value={text}
          onChange={onChange}
        />
      </label>
    );
  return (
    <FilterText
      name={name}
      label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      onChange={onChange}
    />
  );
}

/**
 * What is typed into a filter, put into the URL when its reader pauses. What comes back from there is not put over what is
 * typed meanwhile: a year typed as 2026 is a day of the year 2 first, which would be written over the digits that follow.
 */
function useTyped(name: string): { readonly text: string; readonly onType: (text: string) => void } {
  const filter = useUrlFilter();
  const inUrl = filter.value(name) ?? "";
  const [typed, setTyped] = useState({ text: inUrl, sent: inUrl, seen: inUrl });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (typed.seen !== inUrl) {
    const isOwn = inUrl === typed.sent;
    setTyped({ text: isOwn ? typed.text : inUrl, sent: inUrl, seen: inUrl });
  }
  const send = (text: string) => {
    const sent = text.trim();
    setTyped((now) => ({ ...now, sent }));
    filter.set({ [name]: sent }, "replace");
  };
  const onType = (text: string) => {
    setTyped((now) => ({ ...now, text }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), TYPING_MS);
  };
  return { text: typed.text, onType };
}
