import { expect, it } from "vitest";
import { sharedPaymentBench } from "@/lib/testing/payment-bench";
import { payments } from "./payments";

const bench = sharedPaymentBench();

it("does nothing twice after a lost answer or an outage, and the caller may retry", async () => {
  const { createCustomer, listSubscriptions } = payments();
  const one = { key: "the-one", email: "ada@example.com", metadata: {} };
  bench.peer.loseAnswerTo(/customers$/);
  const customer = await createCustomer(one);
  expect(bench.peer.account.all("customer")).toHaveLength(1);
  bench.peer.breakDown(true);
  await expect(listSubscriptions(customer)).rejects.toMatchObject({
    name: "PaymentsUnavailable",
    status: 503,
  });
  bench.peer.breakDown(false);
  expect(await createCustomer(one)).toBe(customer);
});

it.each([
  ["customer.deleted", { object: "customer", id: "cus_1" }, { customer: "cus_1", about: { kind: "customer" } }],
  [
    "payment_method.detached",
    { object: "payment_method", id: "pm_1", customer: null },
    { customer: "cus_1", about: { kind: "customer" } },
  ],
  [
    "invoice.paid",
    { object: "invoice", id: "in_1", customer: { object: "customer", id: "cus_1" } },
    { customer: "cus_1", about: { kind: "invoice", id: "in_1" } },
  ],
  ["charge.dispute.created", { object: "dispute", id: "dp_1" }, { about: { kind: "dispute", id: "dp_1" } }],
  [
    "identity.verification_session.verified",
    { object: "identity.verification_session", id: "vs_1" },
    { about: { kind: "other" } },
  ],
  ["thing.done", { object: "constructor", id: "x" }, { about: { kind: "other" } }],
])("reads from %s only its customer and subject", (type, object, said) => {
  const message = bench.peer.messageAbout(type, object, { customer: "cus_1" });
  const verified = payments().verifyMessage(message?.rawBody ?? "", message?.signature ?? "");
  expect(verified).toMatchObject({ id: message?.eventId, type, ...said });
});
