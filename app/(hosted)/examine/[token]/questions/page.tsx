import type { Metadata } from "next";
import { Heading } from "@/components/acts/parts";
import { ExaminerShell } from "@/components/examinations/examiner";
import { OwnQuestions } from "@/components/examinations/questions";
import { KeepRefreshing } from "@/components/live/refresh";
import { readQuestions } from "@/lib/domain/examinations";
import { newId } from "@/lib/platform/ids";
import { askAction } from "../actions";
import { orNotFound, requireExaminer } from "../examiner";

export const metadata: Metadata = { title: "Questions" };

type Props = { params: Promise<{ token: string }> };

/** What the examiner asked, with the custodian's answers as they come. */
export default async function QuestionsPage({ params }: Props) {
  const { token } = await params;
  const { ctx, examination } = await requireExaminer(token);
  const questions = await readQuestions(ctx).catch(orNotFound);
  return (
    <ExaminerShell
      token={token}
      examination={examination}
      at="questions"
      ask={{ act: askAction.bind(null, token, "", ""), id: newId() }}
    >
      {questions.some(({ answer }) => answer === null) ? <KeepRefreshing onlyWithScripts /> : null}
      <Heading title="Questions">
        The custodian of records answers here. Questions and answers are kept in the examination’s report.
      </Heading>
      <OwnQuestions token={token} questions={questions} />
    </ExaminerShell>
  );
}
