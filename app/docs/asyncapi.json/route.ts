import { openDocument } from "@/app/docs/open-document";
import { asyncApiDocument } from "@/lib/api/openapi/asyncapi";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

/** The AsyncAPI document: what webhooks deliver. Public, like the reference. */
export const GET = (): Response => openDocument(asyncApiDocument(declaredWebhooks, env().baseUrl));
