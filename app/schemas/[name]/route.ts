import { routes } from "@/app/api/routes";
import { openDocument } from "@/app/docs/open-document";
import { jsonSchemas } from "@/lib/api/openapi/json-schemas";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

let schemas: ReturnType<typeof jsonSchemas> | undefined;

/** One JSON Schema, at the address that it names as its `$id`: `/schemas/collab_scene.greenlit.json`. Public, like the reference. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params;
  schemas ??= jsonSchemas(routes, declaredWebhooks, env().baseUrl);
  const schema = name.endsWith(".json") ? schemas.get(name.slice(0, -".json".length)) : undefined;
  if (!schema) return Response.json({ error: "There is no schema of this name" }, { status: 404 });
  return openDocument(schema, "application/schema+json");
}
