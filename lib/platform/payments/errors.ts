import { Unavailable } from "@/lib/platform/errors";

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 30;

/** The processor was not reached, is down or limits us; whether it acted is not known. 503 to callers. */
export class PaymentsUnavailable extends Unavailable {
  override name = "PaymentsUnavailable";

  constructor(cause?: unknown) {
    super("Payments are not available at the moment. Nothing was lost; try again shortly.", RETRY_AFTER);
    this.cause = cause;
  }
}

/** The processor says no to a call as such. A mistake of ours, or something that it no longer has: a 500 to callers. */
export class PaymentsRefused extends Error {
  override name = "PaymentsRefused";

  constructor(
    /** The processor's own code, such as `resource_missing`. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
