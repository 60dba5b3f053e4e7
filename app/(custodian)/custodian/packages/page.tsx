import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { PackageList } from "@/components/examinations/packages";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listPackages } from "@/lib/domain/examinations/packages";

export const metadata: Metadata = { title: "Packages" };

type Props = { searchParams: SearchParams };

/** Every package of records that somebody asked for. */
export default async function PackagesPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  return (
    <>
      <PageHeader
        title="Packages"
        description="Everything about a person, title, production or partner, in one file to hand over."
        actions={
          <ButtonLink href="/custodian/packages/new" variant="primary">
            Enter a request
          </ButtonLink>
        }
      />
      <PackageList {...(await listPackages(ctx, { cursor }))} />
    </>
  );
}
