import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/routes";
import { openDocument } from "@/app/docs/open-document";
import { openApiDocument } from "@/lib/api/openapi/document";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

/** The OpenAPI document. Public, like the reference. */
export const GET = (): Response => openDocument(openApiDocument(routes, env().baseUrl, declaredWebhooks, openRoutes));
