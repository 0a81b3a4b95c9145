"use client";
import { ROLES, type Role } from "../../core/access/roles.ts";
import { SelectField } from "../ui/field.tsx";
import { ROLE_WORDS, readRole } from "./person-form.model.ts";

/** The choice of a role. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField label="Role" value={role} onChange={(event) => onChange(readRole(event.target.value))}>
      {ROLES.map((candidate) => (
        <option key={candidate} value={candidate}>
          {ROLE_WORDS[candidate]}
        </option>
      ))}
    </SelectField>
  );
}
