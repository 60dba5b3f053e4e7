import type { Metadata } from "next";
import { Heading } from "@/components/acts/parts";
import { ExaminerShell } from "@/components/examinations/examiner";
import { IndexTable } from "@/components/examinations/index-table";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { readIndex } from "@/lib/domain/examinations";
import { INDEX_LABELS } from "@/lib/domain/examinations/labels";
import { newId } from "@/lib/platform/ids";
import { askAction } from "../../actions";
import { orNotFound, requireExaminer } from "../../examiner";

export const metadata: Metadata = { title: "Index" };

type Props = { params: Promise<{ token: string; index: string }>; searchParams: SearchParams };

/** One of the three indexes, in the order of its names or records. */
export default async function IndexPage({ params, searchParams }: Props) {
  const { token, index } = await params;
  const { ctx, examination } = await requireExaminer(token);
  const { q, person, after } = readListAddress(await searchParams, ["q", "person", "after"]);
  const page = await readIndex(ctx, { index, q, person, after }).catch(orNotFound);
  return (
    <ExaminerShell
      token={token}
      examination={examination}
      at={page.index}
      ask={{ act: askAction.bind(null, token, "", ""), id: newId() }}
    >
      <Heading title={page.person ? `Records of ${page.person}` : `Index: ${INDEX_LABELS[page.index]}`} />
      <IndexTable
        token={token}
        {...page}
        q={q}
        personId={page.person ? person : undefined}
        isLater={after !== undefined}
      />
    </ExaminerShell>
  );
}
