import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { sumOfExaminedPackage } from "@/lib/domain/examinations/packages";
import { endedPage, getExaminer } from "../../../examiner";

type Props = { params: Promise<{ token: string; packageId: string }> };

/** The SHA-256 of the package, as a file. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, packageId } = await params;
  return (
    (await endedPage(token)) ??
    answerDownload(request, browserOf(await headers()), async () =>
      sumOfExaminedPackage(await getExaminer(token), packageId),
    )
  );
}
