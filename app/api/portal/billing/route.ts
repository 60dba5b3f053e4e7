import { portalEndpoint } from "@/app/api/portal/endpoint";
import { readBillingMark } from "@/lib/domain/billing";
import { Mark } from "@/lib/domain/core/mark";

/** A version of the billing page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether billing has changed",
  to: "manage_billing",
  responses: { 200: Mark },
  handle: readBillingMark,
});
