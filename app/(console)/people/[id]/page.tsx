import type { Metadata } from "next";
import { PersonPage } from "../../../../components/people/person-page.tsx";
import { collectionsQuery } from "../../../../components/queries/collections.ts";
import { personQuery } from "../../../../components/queries/people.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { listCollections } from "../../../../operations/collection/list.ts";
import { getPerson } from "../../../../operations/person/get.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "Person" };

export default function PersonRoute({ params }: PageProps<"/people/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const [person, collections] = await Promise.all([getPerson(ctx, id), listCollections(ctx)]);
    return (
      <Seeds
        seeds={[
          [personQuery(id).queryKey, person],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <PersonPage id={id} isSelf={ctx.actor.id === id} />
      </Seeds>
    );
  });
}
