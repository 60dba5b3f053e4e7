import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { ConfirmExamination, EndExamination, ScopeList, ScopePicker } from "@/components/examinations/desk";
import { ExaminationBadge } from "@/components/examinations/list";
import { NarrowExamination } from "@/components/examinations/narrow";
import { ORDER_PROBLEMS, OrderCard } from "@/components/examinations/order";
import { OpensFigures } from "@/components/examinations/overview";
import { PackageState } from "@/components/examinations/packages";
import { ExaminerQuestions } from "@/components/examinations/questions";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { KeepRefreshing } from "@/components/live/refresh";
import { ActionForm } from "@/components/ui/action-form";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, dateText, latestText } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { findForScope, type ViewedExamination, viewExamination } from "@/lib/domain/examinations";
import { PROFILE_LABELS } from "@/lib/domain/examinations/labels";
import { latestPackage } from "@/lib/domain/examinations/packages";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { nullIfReserved } from "../../null-if-reserved";
import { answerAction, confirmAction, endAction, narrowAction, packAction, scopeAction } from "../actions";

export const metadata: Metadata = { title: "Examination" };

const BACK = { href: "/custodian/examinations", label: "Examinations" };

type Props = { params: Promise<{ examinationId: string }>; searchParams: SearchParams };

/** One examination: what it opens, what to do next, and what the examiner has viewed. */
export default async function ExaminationPage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { examinationId } = await params;
  const examination = await viewExamination(ctx, examinationId).catch(nullIfReserved(ctx));
  if (examination === null) return <ReservedPage title="Examination" back={BACK} />;
  const { id, status, isOwn, scope, opens, questions, history } = examination;
  const { q = "", order: problem } = readListAddress(await searchParams, ["q", "order"]);
  const picks = status === "entered" && isOwn && examination.sampleId === null;
  const found = picks && q ? await findForScope(ctx, { examinationId: id, text: q }) : null;
  const path = `/custodian/examinations/${id}`;
  const pack = await latestPackage(ctx, examination);
  const isOpen = status === "confirmed" && examination.closesAt > clock.now();
  return (
    <>
      {isOpen ? <KeepRefreshing onlyWithScripts={questions.some(({ answer }) => answer === null)} /> : null}
      <PageHeader
        title={examination.agency}
        back={BACK}
        meta={<ExaminationBadge status={status} />}
        description={`${PROFILE_LABELS[examination.profile].label}: ${examination.examiner}`}
        actions={
          status === "ended" ? null : (
            <>
              {status === "confirmed" ? <ButtonLink href={`${path}/access`}>Link and code</ButtonLink> : null}
              <EndExamination isConfirmed={status === "confirmed"} end={endAction.bind(null, id)} />
            </>
          )
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          {status === "entered" ? (
            <ConfirmExamination
              {...examination}
              confirm={confirmAction.bind(null, id, String(examination.scopeRevision))}
            />
          ) : (
            <>
              {isOpen || questions.length > 0 ? (
                <ExaminerQuestions
                  questions={questions}
                  answer={isOpen ? (questionId) => answerAction.bind(null, id, questionId) : undefined}
                />
              ) : null}
              <Looks examination={examination} />
            </>
          )}
          <SectionCard id="opens" title="What this opens" description={PROFILE_LABELS[examination.profile].sees}>
            <OpensFigures opens={opens} />
          </SectionCard>
          <SectionCard id="scope" title="Scope" body="flex flex-col gap-6">
            <ScopeList
              scope={scope}
              remove={picks ? ({ kind, itemId }) => scopeAction.bind(null, id, kind, itemId, "out") : undefined}
            />
            {picks ? (
              <ScopePicker
                text={q}
                found={found}
                path={path}
                isIn={(item) =>
                  scope.some(
                    ({ kind, itemId, removedAt }) => kind === item.kind && itemId === item.itemId && !removedAt,
                  )
                }
                add={({ kind, itemId }) => scopeAction.bind(null, id, kind, itemId, "in")}
              />
            ) : null}
          </SectionCard>
          {isOpen ? <NarrowExamination scope={scope} narrow={narrowAction.bind(null, id)} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {examination.profile === "court" ? (
            <OrderCard
              order={examination.order}
              path={path}
              canAdd={picks}
              problem={wordsFor(ORDER_PROBLEMS, problem)}
            />
          ) : null}
          <Facts examination={examination} />
          {isOpen && examination.profile !== "regulator" ? (
            <SectionCard
              id="package"
              title="Package"
              description="Everything in scope in one file, with the examination’s number on each page."
              body="flex flex-col items-start gap-3"
            >
              {pack?.isCurrent ? <PackageState pack={pack} path={`/custodian/packages/${pack.id}`} /> : null}
              {pack?.isCurrent && pack.status !== "failed" ? null : (
                <ActionForm label="Make the package" action={packAction.bind(null, id)} />
              )}
            </SectionCard>
          ) : null}
          <Report examination={examination} path={path} />
          <History lines={history.rows} total={history.total} />
        </div>
      </div>
    </>
  );
}

const dayOf = (date: Date) => dateText(date.getTime());

function Facts({ examination }: { examination: ViewedExamination }) {
  const { producedFrom, producedUntil, toldAfter, delayReason } = examination;
  const last = producedUntil && new Date(producedUntil.getTime() - DAY_MS);
  return (
    <FactsCard
      id="facts"
      title="Examination"
      narrow
      items={[
        { label: "Examiner", value: examination.examiner },
        { label: "Credential", value: examination.credential },
        { label: "Authority", value: examination.authority },
        { label: "Opens", value: <Time at={examination.opensAt} as="datetime" /> },
        { label: "Closes", value: <Time at={examination.closesAt} as="datetime" /> },
        producedFrom && { label: "Produced from", value: dayOf(producedFrom) },
        last && { label: "Produced until", value: dayOf(last) },
        toldAfter && { label: "People told", value: `From ${dayOf(toldAfter)}. ${delayReason}` },
        {
          label: "Entered by",
          value: (
            <>
              {examination.enteredBy} <Time at={examination.enteredAt} />
            </>
          ),
        },
        examination.confirmedAt && {
          label: "Confirmed by",
          value: (
            <>
              {examination.confirmedBy} <Time at={examination.confirmedAt} />
            </>
          ),
        },
        examination.endedAt && {
          label: "Ended",
          value: (
            <>
              {examination.endedBy ?? "Automatically"} <Time at={examination.endedAt} />. {examination.endReason}
            </>
          ),
        },
        { label: "Examination id", value: <CopyId value={examination.id} label="examination id" short /> },
      ]}
    />
  );
}

/** What the examiner viewed, latest first. */
function Looks({ examination: { looks, looksTotal, productionsTold, status } }: { examination: ViewedExamination }) {
  const empty =
    status === "ended" ? "The examiner viewed nothing." : "Nothing viewed yet. Views appear here within seconds.";
  return (
    <SectionCard
      id="looks"
      title={looksTotal === 0 ? "Views" : counted(looksTotal, "view")}
      description={
        productionsTold > 0 ? `We told linked partners about ${counted(productionsTold, "production")}.` : undefined
      }
    >
      {looks.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ol className="flex flex-col">
          {looks.map(({ id, title, whose, lookedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
            >
              <span className="wrap-anywhere min-w-0">{whose ? `${title}: ${whose}` : title}</span>
              <Time at={lookedAt} as="datetime" className="text-muted text-xs" />
            </li>
          ))}
        </ol>
      )}
      {looks.length < looksTotal ? (
        <p className="pt-3 text-muted text-sm">{latestText(looks.length, looksTotal)}</p>
      ) : null}
    </SectionCard>
  );
}

function Report({
  examination: { status, confirmedAt, report },
  path,
}: {
  examination: ViewedExamination;
  path: string;
}) {
  if (status !== "ended" || !confirmedAt) return null;
  return (
    <SectionCard
      id="report"
      title="Report"
      description="The scope, the times, the questions and everything the examiner viewed, with hashes and the log’s checkpoints. Signed, and kept like the records."
      body="flex flex-col items-start gap-3"
    >
      {report ? (
        <>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href={`${path}/report/pdf`} external>
              Download PDF
            </ButtonLink>
            <ButtonLink href={`${path}/report/json`} external>
              Download JSON
            </ButtonLink>
          </div>
          <span className="text-muted text-sm">
            SHA-256 <CopyId value={report.sha256} label="hash of the PDF" short />
          </span>
        </>
      ) : (
        <>
          <p className="text-muted" role="status">
            We’re signing the report.
          </p>
          <KeepRefreshing />
        </>
      )}
    </SectionCard>
  );
}
