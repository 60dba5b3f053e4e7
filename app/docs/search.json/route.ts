import { docsPages, errorPages } from "../reference";
import { searchIndex } from "../search-index";

export const dynamic = "force-dynamic";

let index: string | undefined;

/** What the search of the documentation finds. Public, like its pages, which load it for the first search. */
export function GET(): Response {
  index ??= JSON.stringify(searchIndex([...docsPages(), ...errorPages()]));
  return new Response(index, {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
  });
}
