import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { openSample } from "@/lib/domain/examinations";
import { getExaminer } from "../examiner";

type Props = { params: Promise<{ token: string }> };

/** The package of the sample that the examination opens. The transfer breaks off when the examination ends. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  return answerDownload(request, browserOf(await headers()), async () => openSample(await getExaminer(token)));
}
