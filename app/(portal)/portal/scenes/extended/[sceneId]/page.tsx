import type { Metadata } from "next";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { readListAddress } from "@/components/lists/list-address";
import { ExtendedSceneFacts } from "@/components/scenes/extended-scenes";
import { Publications } from "@/components/scenes/publications";
import { EXTENDED_SCENES_PATH, extendedSceneHref } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { viewExtendedScene } from "@/lib/domain/scenes";
import { removePublicationAction } from "../../actions";

export const metadata: Metadata = { title: "Extended scene" };

/** Another partner's scene: what this partner may know about it, and its own publications. */
export default async function ExtendedScenePage({ params, searchParams }: PageProps<"sceneId">) {
  const ctx = await requirePortalUser();
  const { sceneId } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const scene = await viewExtendedScene(ctx, { sceneId, cursor }).catch(orNotFound);
  const mayManage = may(ctx.actor.role, "manage_records");
  return (
    <>
      <PageHeader
        title="Extended scene"
        back={{ href: EXTENDED_SCENES_PATH, label: "Scenes you extended" }}
        actions={
          <ButtonLink href={`/api/portal/scenes/${sceneId}/proofs`} download>
            Download proofs
          </ButtonLink>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <Publications
          publications={scene.publications}
          path={extendedSceneHref({ sceneId })}
          remove={mayManage ? removePublicationAction.bind(null, sceneId) : null}
          tellsOwner
        />
        <ExtendedSceneFacts scene={scene} />
      </div>
    </>
  );
}
