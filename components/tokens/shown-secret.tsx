import type { CreatedToken } from "../queries/tokens.ts";
import { ShownOnce } from "../ui/shown-once.tsx";

type Props = { readonly created: CreatedToken; readonly onDone: () => void };

/** A new token's secret. */
export function ShownSecret({ created: { token, secret }, onDone }: Props) {
  return (
    <ShownOnce
      label={`Secret of the token ${token.name}`}
      title={`Copy the token "${token.name}" now. It is not shown again.`}
      secret={secret}
      what="token"
      done="I have copied it"
      onDone={onDone}
    />
  );
}
