import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { proveExaminedRecord } from "@/lib/domain/examinations";
import { getExaminer } from "../../../examiner";

type Props = { params: Promise<{ token: string; kind: string; id: string }> };

/** Proofs of the history of a record in scope. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, kind, id } = await params;
  return answerDownload(request, browserOf(await headers()), async () =>
    proveExaminedRecord(await getExaminer(token), { kind, id }),
  );
}
