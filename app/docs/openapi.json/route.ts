import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/routes";
import { openApiDocument } from "@/lib/api/openapi/document";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

/** The OpenAPI document. Public, like the reference. */
export function GET(): Response {
  return Response.json(openApiDocument(routes, env().baseUrl, declaredWebhooks, openRoutes), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
}
