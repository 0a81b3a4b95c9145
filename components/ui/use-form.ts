import { useState } from "react";

/** A form's draft, and which of its fields the person has left: only those show what is wrong with them. */
export type Form<Draft> = {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  /** To stand on the form's element: fields name themselves. */
  readonly onBlur: (event: { readonly target: EventTarget }) => void;
  readonly shown: (name: string, fault: string | undefined) => string | undefined;
};

export function useForm<Draft>(initial: Draft): Form<Draft> {
  const [draft, setDraft] = useState(initial);
  const [left, setLeft] = useState<readonly string[]>([]);
  return {
    draft,
    set: (changes) => setDraft((now) => ({ ...now, ...changes })),
    onBlur: ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      const name = isField ? target.name : "";
      if (name !== "") setLeft((names) => (names.includes(name) ? names : [...names, name]));
    },
    shown: (name, fault) => (left.includes(name) ? fault : undefined),
  };
}
