import type { MadeKey } from "../queries/callbacks.ts";
import { ShownOnce } from "../ui/shown-once.tsx";

type Props = { readonly made: MadeKey; readonly onDone: () => void };

/** A new signing key. */
export function ShownKey({ made: { signing, secret }, onDone }: Props) {
  return (
    <ShownOnce
      label={`Signing key of ${signing.name}`}
      title={`Copy the signing key of ${signing.name} now. It is not shown again.`}
      secret={secret}
      what="signing key"
      done="Done"
      onDone={onDone}
    />
  );
}
