import type { Metadata } from "next";
import { ProfilePage } from "../../../../components/profiles/profile-page.tsx";
import { profileQuery } from "../../../../components/queries/profiles.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { readPathPart } from "../../../../lib/read-path-part.ts";
import { getProfile } from "../../../../operations/profile/get.ts";
import { guarded } from "../../_page/guard.tsx";

type Props = PageProps<"/collections/[slug]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Collection ${readPathPart((await params).slug)}` };
}

export default function ProfileRoute({ params }: Props) {
  return guarded(async (ctx) => {
    const slug = readPathPart((await params).slug);
    const profile = await getProfile(ctx, slug);
    return (
      <Seeds seeds={[[profileQuery(slug).queryKey, profile]]}>
        <ProfilePage slug={slug} />
      </Seeds>
    );
  });
}
