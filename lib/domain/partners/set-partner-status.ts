import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx, StaffActor, SystemActor } from "../context";
import { forgetPartnerKeys } from "../keys";
import { record } from "../ledger";

type ServiceCtx = Ctx<SystemActor | StaffActor>;

/** Lets a partner's calls through again. `changed` is false when it was active already. Throws `NotFound`. */
export const activatePartner = (ctx: ServiceCtx, partnerId: string) => setStatus(ctx, partnerId, "active");

/** Refuses a partner's calls with 403 from now on; its records stay. Contract: Authentication, 6. Throws `NotFound`. */
export const deactivatePartner = (ctx: ServiceCtx, partnerId: string) => setStatus(ctx, partnerId, "inactive");

async function setStatus(
  ctx: ServiceCtx,
  partnerId: string,
  status: "active" | "inactive",
): Promise<{ changed: boolean }> {
  const changed = await inTransaction(async (tx) => {
    const { count } = await tx.partner.updateMany({
      where: { id: partnerId, status: { not: status } },
      data: { status },
    });
    if (count === 0 && !(await tx.partner.findUnique({ where: { id: partnerId }, select: { id: true } }))) {
      throw new NotFound(`There is no partner ${partnerId}.`);
    }
    if (count === 1) {
      const action = status === "active" ? "partner.activated" : "partner.deactivated";
      record(tx, { ctx, action, subject: { kind: "partner", id: partnerId }, partnerId });
    }
    return count === 1;
  });
  forgetPartnerKeys(partnerId);
  return { changed };
}
