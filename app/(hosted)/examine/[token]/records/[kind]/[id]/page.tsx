import type { Metadata } from "next";
import { ExaminerShell } from "@/components/examinations/examiner";
import { RecordView } from "@/components/examinations/record";
import { viewExaminedRecord } from "@/lib/domain/examinations";
import { newId } from "@/lib/platform/ids";
import { askAction } from "../../../actions";
import { orNotFound, requireExaminer } from "../../../examiner";

export const metadata: Metadata = { title: "Record" };

type Props = { params: Promise<{ token: string; kind: string; id: string }> };

/** One record in scope. Each view is recorded, and told to each person it shows. */
export default async function RecordPage({ params }: Props) {
  const { token, kind, id } = await params;
  const { ctx, examination } = await requireExaminer(token);
  const record = await viewExaminedRecord(ctx, { kind, id }).catch(orNotFound);
  return (
    <ExaminerShell
      token={token}
      examination={examination}
      at="titles"
      ask={{ act: askAction.bind(null, token, record.kind, record.id), id: newId() }}
      isAboutRecord
    >
      <RecordView token={token} record={record} />
    </ExaminerShell>
  );
}
