import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requireEditor } from "@/app/session";
import { SampleForm } from "@/components/examinations/form";
import { SampleList } from "@/components/examinations/samples";
import { SectionCard } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { sampleList } from "@/lib/domain/examinations";
import { clock } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import { askAction } from "./actions";

export const metadata: Metadata = { title: "Samples" };

/** The samples of the partner’s records for its acquirer. Never what was drawn. */
export default async function SamplesPage({ searchParams }: PageProps) {
  const ctx = await requireEditor();
  const list = await sampleList.open(ctx, await searchParams);
  return (
    <>
      <PageHeader
        title="Samples"
        description="A random selection for your acquirer. Only the acquirer sees the records, once two custodians open them."
      />
      <div className="flex flex-col gap-6">
        <SectionCard
          id="ask"
          title="Ask for a sample"
          description="We fix which records there are now, and draw from them within seconds. It can’t be changed."
        >
          <SampleForm enter={askAction} id={newId()} today={clock.now().toISOString().slice(0, 10)} />
        </SectionCard>
        <SampleList area="portal" {...list} />
      </div>
    </>
  );
}
