import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import type { HostedPage, Payments } from "@/lib/platform/payments/driver";
import type { Checkout } from "@/lib/platform/payments/states";
import type { Body } from "./bodies";
import { tell } from "./messages";
import { SIMULATED_PAGES } from "./pages";
import { add, change, get, keep, once } from "./store";

type Methods = "openSubscriptionCheckout" | "openSetupCheckout" | "readCheckout" | "expireCheckout" | "openPortal";

export const simulatedCheckouts: Pick<Payments, Methods> = {
  openSubscriptionCheckout: ({ key, cents, product, ...page }) =>
    open(key, page, { mode: "subscription", cents, product }),

  openSetupCheckout: ({ key, ...page }) => open(key, page, { mode: "setup", cents: null, product: null }),

  readCheckout: async (id) => {
    const { customer, body } = await get("checkout", id);
    const { mode, status, expiresAt, subscription, card } = body;
    const url = status === "open" ? pageOf("checkout", id) : null;
    return { id, customer, mode, status, url, expiresAt, subscription, card: mode === "setup" ? card : null };
  },

  expireCheckout: async (id) => {
    const { customer } = await get("checkout", id);
    await change(customer, (tx) => expire(tx, id));
  },

  openPortal: ({ customer, returnUrl }) =>
    change(customer, async (tx) => {
      const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
      const { id } = await add(tx, "portal", { customer, body: { returnUrl, expiresAt } });
      return pageOf("portal", id);
    }),
};

const pageOf = (kind: "checkout" | "portal", id: string): string => `${env().baseUrl}${SIMULATED_PAGES}/${kind}/${id}`;

function open(
  key: string,
  { customer, successUrl, cancelUrl }: HostedPage,
  sold: Pick<Body<"checkout">, "mode" | "cents" | "product">,
): Promise<Checkout> {
  return change(customer, async (tx) => {
    const input = { customer, successUrl, cancelUrl, ...sold };
    const id = await once(tx, key, input, async () => {
      const expiresAt = new Date(clock.now().getTime() + DAY_MS);
      const body = { ...sold, status: "open", successUrl, cancelUrl, expiresAt } as const;
      const none = { asked: null, subscription: null, card: null };
      return (await add(tx, "checkout", { customer, body: { ...body, ...none }, dueAt: expiresAt })).id;
    });
    const { body } = await get("checkout", id, tx);
    return { id, url: pageOf("checkout", id), expiresAt: body.expiresAt };
  });
}

/** Close an open checkout in its customer's change. */
export async function expire(tx: Tx, id: string): Promise<void> {
  const checkout = await get("checkout", id, tx);
  if (checkout.body.status !== "open") return;
  checkout.body.status = "expired";
  await keep(tx, checkout);
  await tell(tx, "checkout.session.expired", checkout.customer, { kind: "checkout", id });
}
