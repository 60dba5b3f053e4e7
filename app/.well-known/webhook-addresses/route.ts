import { readSourceAddresses } from "@/lib/domain/events";

export const dynamic = "force-dynamic";

/** Where webhooks come from, for everyone. An addition to the contract. */
export async function GET(): Promise<Response> {
  return Response.json(readSourceAddresses(), { headers: { "Cache-Control": "public, max-age=3600" } });
}
