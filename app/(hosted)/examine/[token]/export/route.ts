import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { exportIndex } from "@/lib/domain/examinations";
import { getExaminer } from "../examiner";

type Props = { params: Promise<{ token: string }> };

/** The index of everything in scope, as a table. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  return answerDownload(request, browserOf(await headers()), async () => exportIndex(await getExaminer(token)));
}
