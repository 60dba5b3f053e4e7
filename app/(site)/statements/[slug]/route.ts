import { noStatementPage, statementPage } from "@/components/creators/own/statement-page";
import { findPublicStatement } from "@/lib/domain/creators/statements";

/** How long caches may keep a statement, and so how long a withdrawn one may still be visible. */
const KEPT_SECONDS = 60;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** A creator's public statement. A withdrawn one answers byte for byte like one that never existed. */
export async function GET(_: Request, { params }: { params: Promise<{ slug: string }> }): Promise<Response> {
  const found = await findPublicStatement((await params).slug);
  if (!found)
    return new Response(noStatementPage(), { status: 404, headers: { ...HEADERS, "X-Robots-Tag": "noindex" } });
  const { statement, indexable } = found;
  return new Response(statementPage(statement, { indexable }), {
    headers: indexable ? HEADERS : { ...HEADERS, "X-Robots-Tag": "noindex" },
  });
}
