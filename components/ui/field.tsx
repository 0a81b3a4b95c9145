import { type ComponentProps, type ReactNode, useId } from "react";
import { join } from "./join.ts";

const CONTROL =
  "w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink placeholder:text-muted disabled:opacity-55 aria-invalid:border-person-solid";

type Described = { readonly label: string; readonly hint?: ReactNode; readonly error?: string | undefined };

function Field({ id, label, hint, error, children }: Described & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-person text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function described(id: string, { hint, error }: Pick<Described, "hint" | "error">) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { id, ...(ids ? { "aria-describedby": ids } : {}), ...(error ? { "aria-invalid": true } : {}) };
}

/** A labelled line of text. */
export function TextField({ label, hint, error, className, ...props }: Described & ComponentProps<"input">) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...props} {...described(id, { hint, error })} className={join(CONTROL, "h-8", className)} />
    </Field>
  );
}

/** Labelled text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...props
}: Described & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...props}
        {...described(id, { hint, error })}
        className={join(CONTROL, "min-h-16 py-1.5", className)}
      />
    </Field>
  );
}

/** A labelled choice. */
export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...props
}: Described & ComponentProps<"select">) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select {...props} {...described(id, { hint, error })} className={join(CONTROL, "h-8", className)}>
        {children}
      </select>
    </Field>
  );
}

/** A choice in a filter bar: its label is for screen readers, its first option says what it filters. */
export function FilterSelect({ label, className, ...props }: { label: string } & ComponentProps<"select">) {
  return <select aria-label={label} {...props} className={join(CONTROL, "h-8 w-auto max-w-56", className)} />;
}

/** Free text in a filter bar. */
export function FilterText({ label, className, ...props }: { label: string } & ComponentProps<"input">) {
  return (
    <input
      type="search"
      aria-label={label}
      {...props}
      className={join(CONTROL, "h-8 w-64 max-w-full", className)}
    />
  );
}

type Check = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
};

/** A box to tick, with what it means beside it. */
export function CheckField({ checked, onChange, children }: Check) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-[3px] size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </label>
  );
}
