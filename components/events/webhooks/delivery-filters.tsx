import { FilterRange, ListFilters } from "@/components/lists/filters";
import type { Listed } from "@/lib/domain/core/lists";
import type { deliveryList } from "@/lib/domain/events";
import type { PortalReceiver } from "@/lib/domain/events/delivery-schemas";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import { EventTypeFilter } from "./event-type-picker";
import { receiverText } from "./texts";

const STATUSES = [
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
];

type DeliveryFiltersProps = {
  path: string;
  list: Pick<Listed<typeof deliveryList>, "address" | "unread">;
  groups: readonly EventTypeGroup[];
  /** All of the partner's endpoints; none in the list of one. */
  receivers?: readonly PortalReceiver[];
};

/** The filters of deliveries. The server draws them, because their scripts would weigh on a live page. */
export const DeliveryFilters = ({ path, list, groups, receivers }: DeliveryFiltersProps) => (
  <ListFilters
    {...list}
    path={path}
    controls={{
      status: { label: "Status", options: STATUSES },
      endpoint: receivers !== undefined && {
        label: "Endpoint",
        options: receivers.map((receiver) => ({ value: receiver.id, label: receiverText(receiver) })),
        className: "md:w-64",
      },
      type: <EventTypeFilter key="type" groups={groups} listed={list.address.type} />,
      range: <FilterRange key="range" {...list.address} />,
    }}
  />
);
