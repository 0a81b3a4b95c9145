"use client";
import { NAME_ENCODINGS } from "../../core/container/name-encodings.ts";
import { dcField } from "../../core/contracts/deposit.ts";
import { DIGEST_ALGORITHMS } from "../../core/digest/algorithms.ts";
import { DC_ELEMENTS } from "../../core/metadata/dublin-core.ts";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import type { Details, FieldErrors } from "./details.model.ts";

type Props = {
  readonly details: Details;
  readonly errors: FieldErrors;
  /** Several files: fields of a single object are not offered. */
  readonly several: boolean;
  readonly onChange: (name: string, value: string) => void;
};

type FieldProps = ReturnType<typeof fieldProps>;
type Fields = { readonly field: (name: string) => FieldProps; readonly several: boolean };

function fieldProps({ details, errors, onChange }: Props, name: string) {
  return {
    name,
    value: details[name] ?? "",
    error: errors[name],
    maxLength: 3500,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  };
}

/** What the depositor says about the deposit; few fields, the rest folded. */
export function DetailsStep(props: Props) {
  const fields: Fields = { field: (name) => fieldProps(props, name), several: props.several };
  return (
    <div className="grid gap-4">
      {props.several ? (
        <p className="text-muted">
          Title, identifiers, digest and Dublin Core can be given only when depositing a single file.
        </p>
      ) : null}
      <MainFields {...fields} />
      <details className="rounded-md border border-line bg-surface px-3 py-2">
        <summary className="font-medium">More details</summary>
        <MoreFields {...fields} />
      </details>
    </div>
  );
}

function MainFields({ field, several }: Fields) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {several ? null : <TextField label="Title" dir="auto" {...field("title")} />}
      <TextField label="Creator" dir="auto" {...field("creator")} />
      <TextField label="Date" {...field("date")} maxLength={200} />
      {several ? null : (
        <>
          <TextField
            label="Local identifier"
            hint="Your own name for the object. Reusing it adds a new version of that object."
            {...field("localIdentifier")}
          />
          <TextField
            label="Primary identifier"
            hint="An ARK, if the object already has one. Otherwise a new one is assigned."
            {...field("primaryIdentifier")}
          />
        </>
      )}
      <TextField
        label="Notification"
        type="email"
        hint="Send the report here instead of to you and the collection's recipients. Depositors can give only their own address."
        {...field("notification")}
        maxLength={254}
      />
    </div>
  );
}

function MoreFields({ field, several }: Fields) {
  return (
    <div className="grid gap-4 pt-3 pb-2 md:grid-cols-2">
      <SelectField label="Mail the report to me" {...field("notifySubmitter")}>
        <option value="">yes, to my account's address</option>
        <option value="false">no</option>
      </SelectField>
      <TextField label="Resource type" {...field("resourceType")} maxLength={200} />
      <TextArea label="Note" dir="auto" {...field("note")} />
      <SelectField
        label="Names in a zip or tar that are not UTF-8"
        hint="Only for containers made by older programs."
        {...field("nameEncoding")}
      >
        <option value="">collection's setting</option>
        {Object.entries(NAME_ENCODINGS).map(([encoding, words]) => (
          <option key={encoding} value={encoding}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sources serve each file only once"
        hint="If so, file sizes are not requested before files are fetched."
        {...field("sourcesServeOnce")}
      >
        <option value="">collection's setting</option>
        <option value="true">yes</option>
        <option value="false">no</option>
      </SelectField>
      {several ? null : (
        <>
          <SelectField
            label="Digest of the file"
            hint="Only if you have one from elsewhere."
            {...field("digestType")}
          >
            <option value="">none</option>
            {Object.keys(DIGEST_ALGORITHMS).map((algorithm) => (
              <option key={algorithm} value={algorithm}>
                {algorithm}
              </option>
            ))}
          </SelectField>
          <TextField label="Digest value" {...field("digestValue")} maxLength={128} className="font-mono" />
          {DC_ELEMENTS.map((element) => (
            <TextField
              key={element}
              label={`Dublin Core ${element}`}
              dir="auto"
              {...field(dcField(element))}
            />
          ))}
        </>
      )}
    </div>
  );
}
