import type { Metadata } from "next";
import { PeoplePage } from "../../../components/people/people-page.tsx";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { peopleQuery } from "../../../components/queries/people.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { listCollections } from "../../../operations/collection/list.ts";
import { listPeople } from "../../../operations/person/list.ts";
import { guarded } from "../_page/guard.tsx";

export const metadata: Metadata = { title: "People" };

export default function PeopleRoute() {
  return guarded(async (ctx) => {
    const [people, collections] = await Promise.all([listPeople(ctx), listCollections(ctx)]);
    return (
      <Seeds
        seeds={[
          [peopleQuery().queryKey, people],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <PeoplePage />
      </Seeds>
    );
  });
}
