import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { issueKey } from "@/lib/domain/keys";
import { record } from "@/lib/domain/ledger";
import { ensureUser, nameText } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";

/** What a new partner is made from. */
export const CreatePartnerInput = z.object({
  name: nameText(200, "must not be empty"),
  plan: z.enum(["creator_pays", "platform_pays"]),
  ownerEmail: emailAddress,
  /** Whether a platform-pays partner may run collab scenes. */
  collabScenes: z.boolean().default(false),
  /** Whether this partner's pipeline may log content without a compliance copy. */
  copyOptional: z.boolean().default(false),
});

/**
 * Creates an active partner, its owner (a user with this address, made if need be) and its test key, whose secret is in
 * the answer only. Contract: Authentication, 2. Throws `ZodError`.
 */
export async function createPartner(
  ctx: Ctx<SystemActor>,
  input: z.input<typeof CreatePartnerInput>,
): Promise<{ partnerId: string; ownerId: string; ownerEmail: string; testKey: string }> {
  const { ownerEmail, ...partner } = CreatePartnerInput.parse(input);
  return inTransaction(async (tx) => {
    const id = newId();
    const createdAt = clock.now();
    await tx.partner.create({ data: { id, ...partner, createdAt } });
    const owner = await ensureUser(tx, ownerEmail);
    await tx.partnerMember.create({ data: { id: newId(), partnerId: id, userId: owner.id, role: "owner", createdAt } });
    const { key } = await issueKey(tx, ctx, { partnerId: id, name: "Test key", mode: "test" });
    const detail = { plan: partner.plan, ownerId: owner.id };
    record(tx, { ctx, action: "partner.created", subject: { kind: "partner", id }, partnerId: id, detail });
    return { partnerId: id, ownerId: owner.id, ownerEmail: owner.email, testKey: key };
  });
}
