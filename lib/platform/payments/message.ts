/**
 * What a processor's message is about. `customer` is whose state to read back, where the message names one; for a dispute
 * the processor is asked (`readDispute`).
 */
export type Message = {
  /** Unique for each thing that happened; the same when it is sent again. */
  id: string;
  /** The processor's own word, such as `customer.subscription.updated`. */
  type: string;
  customer: string | null;
  about:
    | { kind: "customer" }
    | { kind: "subscription"; id: string }
    | { kind: "checkout"; id: string }
    | { kind: "invoice"; id: string }
    | { kind: "charge"; id: string }
    | { kind: "dispute"; id: string }
    /** Not about payments, or nothing that we look at. */
    | { kind: "other" };
};
