import { requireCreator } from "@/app/session";
import { statementPage } from "@/components/creators/own/statement-page";
import { findOwnStatement } from "@/lib/domain/creators/statements";

const BACK = "/creator/statement";

/** The page as it would be published now or, with `version`, as that version was published. */
export async function GET(request: Request): Promise<Response> {
  const own = await findOwnStatement(await requireCreator());
  const version = new URL(request.url).searchParams.get("version");
  const earlier = own?.versions.find((one) => String(one.version) === version);
  if (!own || (version !== null && !earlier)) {
    return new Response("Not found", { status: 404, headers: { "Content-Type": "text/plain" } });
  }
  const note = earlier
    ? { message: `This is version ${version} as it was published. Only you see this page.`, back: BACK }
    : { message: "This is how your statement looks once you publish it. Only you see this page.", back: BACK };
  const shown = earlier ?? { ...own.draft, version: null, publishedAt: null };
  return new Response(statementPage(shown, { indexable: false, note }), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
