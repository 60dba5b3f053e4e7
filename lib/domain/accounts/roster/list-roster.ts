import { SOLO_STATUSES, type SoloStatus, SUSPEND_REASONS, type SuspendReason } from "@/lib/domain/accounts/schemas";
import { field, filter, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { Prisma } from "@/lib/platform/db";
import { FIND_MAX } from "./schemas";

/** The partner's creators, newest first, with what the partner sent and what the API answers. Each filter has a database index. */
export const rosterList = partnerList({
  from: "solo_accounts",
  scope: ({ actor }) => Prisma.sql`partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: {
    id: field.text("id"),
    externalUserId: field.text("external_user_id"),
    email: field.text("email"),
    firstName: field.of<string | null>("first_name"),
    lastName: field.of<string | null>("last_name"),
    status: field.of<SoloStatus>("status"),
    suspendReason: field.of<SuspendReason | null>("suspend_reason"),
    createdAt: field.time("created_at"),
    verifiedAt: field.of<Date | null>("verified_at"),
    suspendedAt: field.of<Date | null>("suspended_at"),
  },
  filters: {
    find: filter.search(
      FIND_MAX,
      filter.addressStartsWith("email"),
      filter.startsWith("external_user_id"),
      filter.idStartsWith("id"),
    ),
    status: filter.oneOf(SOLO_STATUSES, filter.is("status")),
    reason: filter.oneOf(SUSPEND_REASONS, filter.is("suspend_reason")),
  },
}).exported({
  file: "creators",
  action: "roster.exported",
  columns: {
    account_id: "id",
    external_user_id: "externalUserId",
    email: "email",
    first_name: "firstName",
    last_name: "lastName",
    status: "status",
    suspend_reason: "suspendReason",
    created_at: "createdAt",
    verified_at: "verifiedAt",
    suspended_at: "suspendedAt",
  },
});

export type RosterRow = RowIn<typeof rosterList>;
