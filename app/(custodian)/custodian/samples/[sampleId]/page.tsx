import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { SampleExaminationForm } from "@/components/examinations/form";
import { SampleBadge, SampleDays } from "@/components/examinations/samples";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { allSampleList } from "@/lib/domain/examinations";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enterAction } from "../actions";

export const metadata: Metadata = { title: "Sample" };

type Props = { params: Promise<{ sampleId: string }> };

/** One sample: what was asked for, and an examination of what was drawn. */
export default async function SamplePage({ params }: Props) {
  const ctx = await requireCustodian();
  const { sampleId } = await params;
  const sample = await allSampleList.get(ctx, sampleId).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  const { id, number, acquirer, partnerName, phrase, drawn, population, byCustodian, askedAt, status } = sample;
  const isOpen = status === "entered" || status === "confirmed";
  return (
    <>
      <PageHeader
        title={acquirer}
        back={{ href: "/custodian/samples", label: "Samples" }}
        meta={<SampleBadge status={status} />}
        description={`Sample ${number} of ${partnerName}`}
        actions={
          sample.examinationId ? (
            <ButtonLink href={`/custodian/examinations/${sample.examinationId}`}>Examination</ButtonLink>
          ) : null
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        {isOpen ? (
          <SectionCard id="enter" title="In an examination" description="Its page shows what the examiner viewed.">
            {null}
          </SectionCard>
        ) : (
          <SectionCard
            id="enter"
            title="Enter an examination"
            description="It opens what was drawn to the acquirer, with redacted IDs. Its scope can only get narrower."
          >
            <SampleExaminationForm enter={enterAction.bind(null, id)} id={newId()} />
          </SectionCard>
        )}
        <FactsCard
          id="facts"
          title="Sample"
          narrow
          items={[
            { label: "Partner", value: partnerName },
            { label: "Records", value: <SampleDays {...sample} /> },
            { label: "Drawn", value: `${drawn} of ${population}` },
            phrase && { label: "Phrase", value: <span className="wrap-anywhere">{phrase}</span> },
            { label: "Asked by", value: byCustodian ? "A custodian" : "The partner" },
            { label: "Asked", value: <Time at={askedAt} as="datetime" /> },
            { label: "Sample id", value: <CopyId value={id} label="sample id" /> },
          ]}
        />
      </div>
    </>
  );
}
