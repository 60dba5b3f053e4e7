import type { Metadata } from "next";
import { problemWords } from "@/app/(hosted)/identity-steps/photo-route";
import { requireCustodian } from "@/app/session";
import { KnownCasePhotos } from "@/components/identity/known-case-photos";
import { expectedText } from "@/components/identity/known-cases";
import type { SearchParams } from "@/components/lists/list-address";
import { FactsCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { viewKnownCase } from "@/lib/domain/identity";
import { nullIfReserved } from "../../null-if-reserved";
import { retireAction } from "../actions";

const HEADER = { title: "Known case", back: { href: "/custodian/known-cases", label: "Known cases" } };

export const metadata: Metadata = { title: HEADER.title };

type Props = { params: Promise<{ knownCaseId: string }>; searchParams: SearchParams };

/** A known case of this custodian: its photos, and how often it was decided as expected. */
export default async function KnownCasePage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { knownCaseId } = await params;
  const golden = await viewKnownCase(ctx, { goldenId: knownCaseId }).catch(nullIfReserved(ctx));
  if (golden === null) return <PageHeader {...HEADER} />;
  const { problem } = await searchParams;
  const { retiredAt, missing, met, decided } = golden;
  return (
    <>
      <PageHeader
        title={golden.legalName ?? HEADER.title}
        back={HEADER.back}
        description={
          retiredAt
            ? undefined
            : missing.length > 0
              ? "It is planted once its photos are here."
              : "It is planted in the queues of other custodians, once in each."
        }
        actions={
          retiredAt ? null : (
            <ConfirmAction
              trigger="Retire"
              title="Retire this known case?"
              confirmLabel="Retire"
              action={retireAction.bind(null, knownCaseId)}
            >
              We stop planting it and remove it from queues. Past decisions still count.
            </ConfirmAction>
          )
        }
      />
      <div className="flex max-w-3xl flex-col gap-4">
        {retiredAt ? null : <KnownCasePhotos {...golden} problem={problemWords(problem)} />}
        <FactsCard
          id="facts"
          title="Details"
          items={[
            { label: "Email shown", value: golden.email },
            {
              label: "Expected",
              value: expectedText({ ...golden, expected: golden.expected === "approve" ? "approve" : "reject" }),
            },
            { label: "Why", value: golden.why },
            { label: "Right", value: `${met} of ${decided}` },
            retiredAt && { label: "Retired", value: <Time at={retiredAt} /> },
          ]}
        />
      </div>
    </>
  );
}
