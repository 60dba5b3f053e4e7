import { type Outcome, outcomeOf } from "@/app/forms";
import { type DeliveryAddress, deliveryQuery } from "@/components/webhooks/delivery-address";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { listDeliveries } from "@/lib/domain/webhooks";
import { type DeliveryPage, DeliveryPageQuery } from "@/lib/domain/webhooks/delivery-schemas";
import { clock } from "@/lib/platform/clock";
import { InvalidField } from "@/lib/platform/errors";

/** The deliveries for a page's URL, or why the filters are invalid. */
export function readDeliveries(ctx: Ctx<PortalUserActor>, address: DeliveryAddress): Promise<Outcome<DeliveryPage>> {
  const query = DeliveryPageQuery.safeParse(Object.fromEntries(deliveryQuery(address, clock.now().getTime())));
  return outcomeOf(ctx, async (by) => {
    if (!query.success) throw new InvalidField(String(query.error.issues[0]?.path[0]), "A filter cannot be read.");
    return listDeliveries(by, query.data);
  });
}
