"use client";
import type { Scope } from "../../core/access/scopes.ts";
import { SCOPE_WORDS } from "./scope-words.model.ts";

type Props = {
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChange: (chosen: readonly Scope[]) => void;
};

/** What a token is to be good for. */
export function ScopeChoice({ offered, chosen, onChange }: Props) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">What it may do</legend>
      {offered.map((scope) => (
        <label key={scope} className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(offered.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
            }
          />
          <span>
            {SCOPE_WORDS[scope].name}: <span className="text-muted">{SCOPE_WORDS[scope].does}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
