import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { SampleForm } from "@/components/examinations/form";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { SectionCard } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { findPartners } from "@/lib/domain/examinations";
import { clock } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { askAction } from "../actions";

export const metadata: Metadata = { title: "Ask for a sample" };

const PATH = "/custodian/samples/new";

type Props = { searchParams: SearchParams };

/** Finds a partner, and asks for a sample of its records. */
export default async function NewSamplePage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { q = "", partner = "" } = readListAddress(await searchParams, ["q", "partner"]);
  const found = await findPartners(ctx, partner || q);
  const chosen = partner ? found.find(({ id }) => id === partner) : undefined;
  return (
    <>
      <PageHeader title="Ask for a sample" back={{ href: "/custodian/samples", label: "Samples" }} />
      <div className="flex max-w-3xl flex-col gap-6">
        {chosen ? (
          <SectionCard id="ask" title={chosen.title} description="What is logged after you ask isn’t in it.">
            <SampleForm
              enter={askAction.bind(null, chosen.id)}
              id={newId()}
              today={clock.now().toISOString().slice(0, 10)}
            />
          </SectionCard>
        ) : (
          <SectionCard id="partner" title="Partner" body="flex flex-col gap-4">
            <form action={PATH} className="flex flex-wrap items-end gap-3">
              <Field name="q" label="Search partners" className="min-w-0 grow">
                <Input type="search" defaultValue={q} maxLength={200} autoComplete="off" />
              </Field>
              <SubmitButton variant="secondary">Search</SubmitButton>
            </form>
            {q && found.length === 0 ? <p className="text-muted">Nothing found.</p> : null}
            <ul className="flex flex-col gap-2">
              {found.map(({ id, title }) => (
                <li key={id} className="wrap-anywhere">
                  <TextLink href={`${PATH}?partner=${id}`}>{title}</TextLink>
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
      </div>
    </>
  );
}
