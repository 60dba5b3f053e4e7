import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { changelogFeed } from "../changelog";

export const dynamic = "force-dynamic";

/** The changelog as a feed. Public, like its page. */
export const GET = (): Response =>
  new Response(changelogFeed(env().baseUrl, SERVICE_NAME), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
