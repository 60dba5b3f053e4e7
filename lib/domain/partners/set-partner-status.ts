import { keepServedDaysOfPartner } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { forgetPartnerKeys } from "@/lib/domain/keys";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PartnerStatus } from "@/prisma/generated/client";

/**
 * Lets a partner's calls through, or refuses them with 403 from now on; its records stay. The days on which it is inactive are
 * charged to nobody. `changed` is false when it was so already. Contract: Authentication, 6. Throws `NotFound`.
 */
export async function setPartnerStatus(
  ctx: Ctx<SystemActor>,
  { partnerId, status }: { partnerId: string; status: PartnerStatus },
): Promise<{ changed: boolean }> {
  const changed = await inTransaction(async (tx) => {
    const { count } = await tx.partner.updateMany({
      where: { id: partnerId, status: { not: status } },
      data: { status, ...(status === "active" && { countedSince: clock.now() }) },
    });
    if (count === 0 && !(await tx.partner.findUnique({ where: { id: partnerId }, select: { id: true } }))) {
      throw new NotFound(`There is no partner ${partnerId}.`);
    }
    if (count === 1) {
      if (status === "inactive") await keepServedDaysOfPartner(tx, partnerId);
      const action = status === "active" ? "partner.activated" : "partner.deactivated";
      record(tx, { ctx, action, subject: { kind: "partner", id: partnerId }, partnerId });
    }
    return count === 1;
  });
  forgetPartnerKeys(partnerId);
  return { changed };
}
