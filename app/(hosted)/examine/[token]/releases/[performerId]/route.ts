import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { openExaminedRelease } from "@/lib/domain/examinations";
import { getExaminer } from "../../examiner";

type Props = { params: Promise<{ token: string; performerId: string }> };

/** The signed copy of a release in scope. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, performerId } = await params;
  return answerDownload(request, browserOf(await headers()), async () =>
    openExaminedRelease(await getExaminer(token), performerId),
  );
}
