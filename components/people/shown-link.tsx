import type { MadeLinkView } from "../../core/contracts/account-views.ts";
import { ExactTime, Time } from "../display/time.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";

type Props = {
  readonly name: string;
  readonly email: string;
  readonly link: MadeLinkView;
  readonly onDone: () => void;
};

/** A one-time link just made. */
export function ShownLink({ name, email, link, onDone }: Props) {
  const what = `${link.kind === "invitation" ? "Invitation" : "Link to choose a new password"} for ${name}`;
  return (
    <ShownOnce
      label={what}
      title={`${what}. It is not shown again.`}
      secret={link.url}
      what="link"
      done="Hide the link"
      onDone={onDone}
    >
      <p className="wrap-anywhere mt-1">
        {link.mailed
          ? `A mail with the link is on its way to ${email}.`
          : "Share it securely: no mail is sent."}{" "}
        It works once and ends <Time at={link.expiresAt} />, on <ExactTime at={link.expiresAt} />.
      </p>
    </ShownOnce>
  );
}
