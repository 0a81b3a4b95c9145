import type { LaneBackend } from "../../core/lane/backends.ts";
import { TextField } from "../ui/field.tsx";
import { fieldsOf, type SettingName, STANDARD, writeSetting } from "./setting-fields.model.ts";

type Props = {
  readonly backend: LaneBackend;
  readonly values: Readonly<Partial<Record<SettingName, string>>>;
  readonly onChange: (values: Readonly<Partial<Record<SettingName, string>>>) => void;
  /** What is wrong with a field, once it is to be shown. */
  readonly errorOf: (name: string) => string | undefined;
};

/** A lane's times and numbers; what is left empty is standard, and the standard value stands in the field. */
export function SettingFields({ backend, values, onChange, errorOf }: Props) {
  return (
    <div className="grid gap-5">
      {fieldsOf(backend).map(({ title, fields }) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-2 font-medium text-muted text-sm">{title}</legend>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map((field) => {
              const standard = writeSetting(field, STANDARD[field.name]);
              return (
                <TextField
                  key={field.name}
                  name={field.name}
                  label={field.label}
                  hint={
                    <>
                      {field.hint} <span className="whitespace-nowrap">Standard: {standard}.</span>
                    </>
                  }
                  error={errorOf(field.name)}
                  value={values[field.name] ?? ""}
                  placeholder={standard}
                  maxLength={30}
                  autoComplete="off"
                  className="tabular-nums"
                  onChange={(event) => onChange({ ...values, [field.name]: event.target.value })}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
