import { POST as logContent } from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import { bulkEndpoint } from "@/lib/api/bulk-endpoint";

/** Records depictions, one for each line, of any of the partner's creators. Contract: Bulk calls. */
export const POST = bulkEndpoint(logContent, {
  operationId: "logContents",
  summary: "Log many depictions",
  description:
    "Send up to 1,000 lines and 1 MiB of NDJSON, one call of `POST /solo-accounts/{accountId}/content` a line, with its `accountId`. " +
    "Each line of the answer has the number of your line, and the status and body of that call. Each line counts toward your limit: " +
    "once it is reached, the other lines answer 429. Send the same body again to retry. Lines that worked answer 200.",
  // All callers' lines share a few connections.
  atOnce: { total: 64, perKey: 32, waiting: 100 },
});
