import { TextLink } from "../../components/ui/row-link.tsx";
import { WholePage } from "../../components/ui/whole-page.tsx";

export default function NotFound() {
  return (
    <WholePage title="There is nothing here, or you cannot see it.">
      <p>
        The address may be mistyped, or it belongs to a collection you have no access to. An admin can change
        that.
      </p>
      <p>
        <TextLink href="/batches">Go to the list of batches</TextLink>
      </p>
    </WholePage>
  );
}
