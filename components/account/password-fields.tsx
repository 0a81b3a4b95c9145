"use client";
import { PASSWORD_LEAST, PASSWORD_MOST } from "../../core/contracts/account-requests.ts";
import { TextField } from "../ui/field.tsx";

type Props = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void };

/** A new password of sufficient length; whether it is too common, the server says. */
export function NewPasswordField({ label, value, onChange }: Props) {
  return (
    <TextField
      label={label}
      type="password"
      required
      minLength={PASSWORD_LEAST}
      maxLength={PASSWORD_MOST}
      autoComplete="new-password"
      hint={`At least ${PASSWORD_LEAST} characters, for example four unrelated words.`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
