import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerRange } from "@/app/stored-files";
import { openExaminedRecords } from "@/lib/domain/examinations/packages";
import { endedPage, getExaminer } from "../../examiner";

type Props = { params: Promise<{ token: string; packageId: string }> };

/** The package of everything in scope, or a range of its bytes. The transfer breaks off when the examination ends. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, packageId } = await params;
  return (
    (await endedPage(token)) ??
    answerRange(request, browserOf(await headers()), async (range) =>
      openExaminedRecords(await getExaminer(token), { packageId, range }),
    )
  );
}
