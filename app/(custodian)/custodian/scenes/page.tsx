import { Clapperboard } from "lucide-react";
import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { SceneRecordList } from "@/components/custody/scene-list";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar } from "@/components/lists/filters";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { Callout, EmptyState } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { searchSceneRecords } from "@/lib/domain/scenes";
import { nullIfReserved } from "../null-if-reserved";

export const metadata: Metadata = { title: "Scenes" };

const PATH = "/custodian/scenes";

type Props = { searchParams: SearchParams };

/** The scenes of all partners. A search for a person is recorded in the ledger. */
export default async function ScenesPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { q, person, cursor } = readListAddress(await searchParams, ["q", "person", "cursor"]);
  const text = q?.trim() || undefined;
  const page = await searchSceneRecords(ctx, { text, person, cursor }).catch(nullIfReserved(ctx));
  if (page === null) return <ReservedPage title="Scenes" back={{ href: PATH, label: "Scenes" }} />;
  const at = (to: string) => listHref(PATH, { q: text, person, cursor: to });
  return (
    <>
      <PageHeader title="Scenes" description="Collab scenes of every partner, newest first." />
      <div className="flex flex-col gap-4">
        <FilterBar
          path={PATH}
          clearHref={text && listHref(PATH, { person })}
          kept={{ person }}
          search={
            <SearchInput
              listed={text}
              label="Find a scene"
              placeholder="Words of the title, start of a performer’s email, or scene or performer id"
              className="md:max-w-xl"
            />
          }
        />
        {person ? (
          <Callout title="Scenes of one person">
            They perform in these scenes or upload them. The ledger records that you searched for them.{" "}
            <TextLink href={PATH}>Show all scenes</TextLink>
          </Callout>
        ) : null}
        <SceneRecordList
          rows={page.rows}
          empty={
            <EmptyState
              title={text || person ? "No matching scenes" : "No scenes yet"}
              icon={<Clapperboard aria-hidden />}
            >
              {text || person
                ? "Enter words of the title, the start of an email, or the full id of a scene or performer."
                : "A scene appears here as soon as a partner creates it."}
            </EmptyState>
          }
        />
        <Pager {...pagesOf(page, at)} />
      </div>
    </>
  );
}
