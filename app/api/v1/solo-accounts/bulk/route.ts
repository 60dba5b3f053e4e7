import { POST as provision } from "@/app/api/v1/solo-accounts/route";
import { bulkEndpoint } from "@/lib/api/bulk-endpoint";

/** Provisions creators, one for each line. Contract: Bulk calls. */
export const POST = bulkEndpoint(provision, {
  operationId: "provisionSoloAccounts",
  summary: "Provision many solo accounts",
  description:
    "Send up to 1,000 lines and 1 MiB of NDJSON, one call of `POST /solo-accounts` a line. Each line of the answer has the number of " +
    "your line, and the status and body of that call. Each line counts toward your limit: once it is reached, the other lines answer " +
    "429. Send the same body again to retry. Lines that worked answer 200.",
  // Each line is a transaction of its own.
  atOnce: { total: { ofConnections: 0.4 }, perKey: 4, waiting: 100 },
});
