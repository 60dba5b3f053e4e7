import { findExaminer } from "../examiner";

type Props = { params: Promise<{ token: string }> };

/** Whether this browser's examination is open, for pages that are on a screen. The same answer for everything that isn't. */
export async function GET(_: Request, { params }: Props): Promise<Response> {
  const visitor = await findExaminer((await params).token);
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain" };
  return new Response(visitor?.stage === "open" ? "open" : "over", { headers });
}
