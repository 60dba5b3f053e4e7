import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/context";
import { authorize, nameText } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { issueKey } from "./issue-key";
import { isLive, keyStatus } from "./states";

const KEY_NAME_MAX = 100;

/** What a key is called. */
export const KeyName = nameText(KEY_NAME_MAX, "Give the key a name, such as where it will be used.");

/**
 * Creates a live key of a partner. The secret is in the answer and nowhere else. With `replacesId`, the new key takes
 * over from an older one, and the older key's rotation begins. Contract: Authentication, 2 to 4.
 * Throws `Conflict` `too_many_keys` or `key_not_active`, `InvalidField`, `Forbidden`, `NotFound`.
 */
export async function createKey(
  ctx: Ctx<PortalUserActor | SystemActor>,
  input: { partnerId: string; name: string; expiresAt?: Date | null; replacesId?: string | null },
): Promise<{ keyId: string; key: string }> {
  const { partnerId, expiresAt, replacesId } = input;
  const name = KeyName.safeParse(input.name);
  if (!name.success) throw new InvalidField("name", name.error.issues[0]?.message ?? "This name cannot be used.");
  if (expiresAt && expiresAt <= clock.now()) throw new InvalidField("expiresAt", "Choose a moment in the future.");
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_integration" });
    if (replacesId) {
      const old = await tx.apiKey.findFirst({ where: { id: replacesId, partnerId } });
      if (!old) throw new NotFound();
      if (!isLive(keyStatus(old, clock.now())) || old.mode !== "live") {
        throw new Conflict("key_not_active", "Only an active live key can be replaced.");
      }
    }
    return issueKey(tx, ctx, { partnerId, name: name.data, mode: "live", expiresAt, replacesId });
  });
}
