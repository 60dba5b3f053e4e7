import { headers } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { openSample } from "@/lib/domain/examinations";
import { HOUR_MS } from "@/lib/platform/duration";
import { TooOften } from "@/lib/platform/errors";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { getExaminer } from "../examiner";

type Props = { params: Promise<{ token: string }> };

// Each one is made anew, and keeps a look at every record and portrait in it.
const MADE = { name: "sample packages", limit: 6, windowMs: HOUR_MS };

/** The package of the sample that the examination opens. The transfer breaks off when the examination ends. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  return answerDownload(request, browserOf(await headers()), async () => {
    const ctx = await getExaminer(token);
    if (!(await rateLimiter().take(MADE, ctx.actor.examinationId)).admitted)
      throw new TooOften("You downloaded the sample many times. Try again in an hour.");
    return openSample(ctx);
  });
}
