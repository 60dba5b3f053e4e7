import type { Metadata } from "next";
import { Heading } from "@/components/acts/parts";
import { ExaminerShell } from "@/components/examinations/examiner";
import { ProcessesView } from "@/components/examinations/processes";
import { readProcesses } from "@/lib/domain/examinations";
import { newId } from "@/lib/platform/ids";
import { askAction } from "../actions";
import { orNotFound, requireExaminer } from "../examiner";

export const metadata: Metadata = { title: "Processes" };

type Props = { params: Promise<{ token: string }> };

/** How the service works, for a regulator: from its running configuration. */
export default async function ProcessesPage({ params }: Props) {
  const { token } = await params;
  const { ctx, examination } = await requireExaminer(token);
  const processes = await readProcesses(ctx).catch(orNotFound);
  return (
    <ExaminerShell
      token={token}
      examination={examination}
      at="processes"
      ask={{ act: askAction.bind(null, token, "", ""), id: newId() }}
    >
      <Heading title="Processes">How this service verifies people and keeps records, as it runs now.</Heading>
      <ProcessesView processes={processes} />
    </ExaminerShell>
  );
}
