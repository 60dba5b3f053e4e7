import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const dynamic = "force-dynamic";

/** The client for Node, packed by the build of these pages. Public, like the reference. `npm install` takes its address. */
export async function GET(): Promise<Response> {
  const file = await readFile(join(".next", "vellum-client.tgz")).catch(() => null);
  if (!file) return new Response("Run the build first.\n", { status: 404 });
  return new Response(new Uint8Array(file), {
    headers: { "Content-Type": "application/gzip", "Cache-Control": "public, max-age=300" },
  });
}
