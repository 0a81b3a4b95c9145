import type { LaneChoices } from "../../core/contracts/lane-views.ts";
import { LANE_BACKENDS, type LaneBackend } from "../../core/lane/backends.ts";
import { collectionSlugOf } from "../../core/lane/collection-slug.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Draft } from "./set-up.model.ts";

const BACKENDS = {
  repository: "Repository: deposits are stored here",
  sawtooth: "Sawtooth: signed batches go to its REST API",
  scabbard: "Scabbard: signed batches go to a service of Splinter",
} as const satisfies Record<LaneBackend, string>;

const ID_HINTS = {
  repository: "A slug: lower-case letters, digits and hyphens, at most 63.",
  sawtooth: "A slug, a circuit and service, or ---- if the ledger has no services of its own.",
  scabbard: "Circuit and service, as in 01234-ABCDE::gsAA. Upper and lower case matter.",
} as const satisfies Record<LaneBackend, string>;

type Props = {
  readonly draft: Draft;
  readonly set: (changes: Partial<Draft>) => void;
  readonly errorOf: (name: string) => string | undefined;
  readonly choices: LaneChoices;
};

/** What a lane is called and where it ends; none of it can be changed later. */
export function PlaceFields({ draft, set, errorOf, choices }: Props) {
  const { backend, serviceId } = draft;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Ends at"
        value={backend}
        onChange={(event) => {
          const chosen = LANE_BACKENDS.find((name) => name === event.target.value);
          if (chosen) set({ backend: chosen });
        }}
      >
        {Object.entries(BACKENDS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        name="serviceId"
        label="Service id"
        hint={ID_HINTS[backend]}
        required
        maxLength={63}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm"
        value={serviceId}
        error={errorOf("serviceId")}
        onChange={(event) => set({ serviceId: event.target.value.trim() })}
      />
      {backend === "repository" ? null : (
        <LedgerFields draft={draft} set={set} errorOf={errorOf} choices={choices} />
      )}
    </div>
  );
}

function LedgerFields({ draft, set, errorOf, choices: { ledgers } }: Props) {
  const { serviceId, ledger, name, collection } = draft;
  const slug = serviceId === "" ? "" : collectionSlugOf(serviceId);
  return (
    <>
      {ledgers.length === 0 ? (
        <NoConnection />
      ) : (
        <Connection ledgers={ledgers} value={ledger} onChange={(chosen) => set({ ledger: chosen })} />
      )}
      <TextField
        name="name"
        label="Name of its collection"
        hint="Decides who may see the lane's batches and who gets their reports. Empty: the service id."
        maxLength={200}
        autoComplete="off"
        dir="auto"
        value={name}
        placeholder={serviceId}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        name="collection"
        label="Slug of its collection"
        hint="Empty: derived from the service id."
        maxLength={63}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm"
        value={collection}
        placeholder={slug}
        error={errorOf("collection")}
        onChange={(event) => set({ collection: event.target.value.trim() })}
      />
    </>
  );
}

type ConnectionProps = {
  readonly ledgers: readonly string[];
  readonly value: string;
  readonly onChange: (ledger: string) => void;
};

function Connection({ ledgers, value, onChange }: ConnectionProps) {
  return (
    <SelectField
      label="Ledger connection"
      hint="Its name in the setting LEDGERS, which holds its address and headers."
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        Choose
      </option>
      {ledgers.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function NoConnection() {
  return (
    <Notice kind="warning" title="No ledger is connected.">
      <p>An operator adds its address to the setting LEDGERS and restarts web and worker.</p>
    </Notice>
  );
}
