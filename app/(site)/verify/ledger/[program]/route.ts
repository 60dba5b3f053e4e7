import { readFileSync } from "node:fs";
import { join } from "node:path";

// Read when the pages are built, so that a node needs no folder of programs.
export const dynamic = "force-static";
export const dynamicParams = false;

type Params = { program: string };

const PROGRAMS = ["verify.mjs", "draw.mjs", "witness.mjs"] as const;

export const generateStaticParams = (): Params[] => PROGRAMS.map((program) => ({ program }));

/** A program that verifies what our log signed, or witnesses it: the file of clients/ledger, byte for byte. */
export async function GET(_: Request, { params }: { params: Promise<Params> }): Promise<Response> {
  const { program } = await params;
  const name = PROGRAMS.find((one) => one === program);
  if (!name) return new Response(null, { status: 404 });
  return new Response(readFileSync(join(process.cwd(), "clients", "ledger", name)), {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
