import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActForm, InputField } from "@/components/acts/act-form";
import { Heading, StepLink } from "@/components/acts/parts";
import { ExaminerShell } from "@/components/examinations/examiner";
import { Overview, RemovalFigures } from "@/components/examinations/overview";
import { PackageState } from "@/components/examinations/packages";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { LargeSubmit } from "@/components/ui/form";
import { readFigures } from "@/lib/domain/examinations";
import { SEES } from "@/lib/domain/examinations/labels";
import { examinedPackage } from "@/lib/domain/examinations/packages";
import { minuteText } from "@/lib/platform/date-text";
import { newId } from "@/lib/platform/ids";
import { askAction, askForPackageAction, enterCodeAction } from "./actions";
import { examinePage, findExaminer, orNotFound, requireExaminer } from "./examiner";

export const metadata: Metadata = { title: "Examination of records" };

type Props = { params: Promise<{ token: string }> };

/** Where an examiner starts. The link alone shows only a field for the code. */
export default async function ExaminePage({ params }: Props) {
  const { token } = await params;
  const visitor = (await findExaminer(token)) ?? notFound();
  if (visitor.stage === "code") {
    return (
      <ExaminerShell token={token} examination={null}>
        <Heading title="Enter your code">
          The custodian of records gave you a sheet with this address and an 8-digit code.
        </Heading>
        {visitor.triesLeft ? (
          <ActForm action={enterCodeAction.bind(null, token)} className="flex max-w-sm flex-col gap-4">
            <InputField
              name="code"
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={16}
              required
              className="max-w-56 font-mono tracking-widest"
            />
            <LargeSubmit>Open the records</LargeSubmit>
          </ActForm>
        ) : (
          <Callout tone="waiting" title="Too many wrong codes">
            Ask the custodian for a new sheet.
          </Callout>
        )}
      </ExaminerShell>
    );
  }
  const { examination } = visitor;
  if (visitor.stage !== "open") {
    const isOver = visitor.stage === "ended";
    return (
      <ExaminerShell token={token} examination={null}>
        <Heading title={isOver ? "This examination has ended" : "This examination isn’t open yet"}>
          {isOver
            ? "You can’t view records any more. If you need more time, ask the custodian of records."
            : `It opens on ${minuteText(examination.opensAt)}. Come back to this page then.`}
        </Heading>
        {isOver ? null : <StepLink href={examinePage(token)}>Check again</StepLink>}
      </ExaminerShell>
    );
  }
  const { ctx } = await requireExaminer(token);
  const { removals, ...figures } = await readFigures(ctx).catch(orNotFound);
  const pack = await examinedPackage(ctx).catch(orNotFound);
  const files = `${examinePage(token)}/package/${pack?.id}`;
  return (
    <ExaminerShell
      token={token}
      examination={examination}
      at="overview"
      ask={{ act: askAction.bind(null, token, "", ""), id: newId() }}
    >
      <Overview token={token} examination={examination} {...figures} sees={SEES[examination.profile]} />
      {SEES[examination.profile].indexes.length > 0 ? (
        <SectionCard
          id="package"
          title="Package"
          description={
            examination.sampleId
              ? "These records were drawn at random. The package has them all, and what you need to draw them again."
              : "Everything in scope in one file, with this examination’s number on each page."
          }
          body="flex flex-col items-start gap-3 print:hidden"
        >
          {pack ? <PackageState pack={pack} path={files} file={files} /> : null}
          {pack && pack.status !== "failed" ? null : (
            <ActForm action={askForPackageAction.bind(null, token)} className="flex flex-col items-start gap-4">
              <LargeSubmit>Make the package</LargeSubmit>
            </ActForm>
          )}
        </SectionCard>
      ) : null}
      {removals ? <RemovalFigures months={removals} /> : null}
    </ExaminerShell>
  );
}
