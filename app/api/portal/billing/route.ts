import { portalEndpoint } from "@/app/api/portal/endpoint";
import { readBillingMark } from "@/lib/domain/billing";
import { BillingMark } from "@/lib/domain/billing/schemas";

/** Whether anything on the billing page has changed, for the page that follows it. */
export const GET = portalEndpoint({
  summary: "Read whether the billing has changed",
  to: "manage_records",
  responses: { 200: BillingMark },
  handle: readBillingMark,
});
