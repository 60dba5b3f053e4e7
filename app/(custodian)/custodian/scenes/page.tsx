import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { SceneRecordList } from "@/components/custody/scene-list";
import type { SearchParams } from "@/components/lists/list-address";
import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { sceneRecordList } from "@/lib/domain/scenes";
import { nullIfReserved } from "../null-if-reserved";

export const metadata: Metadata = { title: "Scenes" };

const PATH = "/custodian/scenes";

type Props = { searchParams: SearchParams };

/** The scenes of all partners. A search for a person is recorded in the ledger. */
export default async function ScenesPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const list = await sceneRecordList.open(ctx, await searchParams).catch(nullIfReserved(ctx));
  if (list === null) return <ReservedPage title="Scenes" back={{ href: PATH, label: "Scenes" }} />;
  return (
    <>
      <PageHeader title="Scenes" description="Collab scenes of every partner, newest first." />
      <SceneRecordList
        {...list}
        note={
          list.address.person ? (
            <Callout title="Scenes of one person">
              They perform in these scenes or upload them. The ledger records that you searched for them.{" "}
              <TextLink href={PATH}>Show all scenes</TextLink>
            </Callout>
          ) : null
        }
      />
    </>
  );
}
