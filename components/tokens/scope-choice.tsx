"use client";
import type { Scope } from "../../core/access/scopes.ts";
import { CheckField } from "../ui/field.tsx";
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
        <CheckField
          key={scope}
          checked={chosen.includes(scope)}
          onChange={(checked) =>
            onChange(offered.filter((each) => (each === scope ? checked : chosen.includes(each))))
          }
        >
          {SCOPE_WORDS[scope].name}: <span className="text-muted">{SCOPE_WORDS[scope].does}</span>
        </CheckField>
      ))}
    </fieldset>
  );
}
