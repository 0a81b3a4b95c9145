import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { Panel } from "../ui/panel.tsx";
import {
  type FieldName,
  PROFILE_FIELDS,
  type ProfileDraft,
  type ProfileField,
} from "./profile-fields.model.ts";

type Props = {
  readonly draft: ProfileDraft;
  readonly onChange: (name: FieldName, text: string) => void;
  /** What is wrong with a field, once it is to be shown. */
  readonly errorOf: (name: string) => string | undefined;
};

/** All settings of a profile as fields, group by group. */
export function ProfileFields({ draft, onChange, errorOf }: Props) {
  return (
    <>
      {PROFILE_FIELDS.map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={draft[field.name]}
                error={errorOf(field.name)}
                onChange={(text) => onChange(field.name, text)}
              />
            ))}
          </div>
        </Panel>
      ))}
    </>
  );
}

type FieldProps = {
  readonly field: ProfileField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

function Field({ field, value, error, onChange }: FieldProps) {
  const { name, label, hint, kind } = field;
  const common = { name, label, hint, value, error } as const;
  switch (kind) {
    case "choice":
      return (
        <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
          {field.options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </SelectField>
      );
    case "json":
    case "lines":
      return (
        <TextArea
          {...common}
          rows={3}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <TextField
          {...common}
          inputMode={kind === "number" ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
