import { deriveStatusesOfUser } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { insertImported, insertPhoto, photoKey, putPhoto, sweepUnclaimed } from "@/lib/domain/identity";
import { isUnderAge, personKey, withFacts } from "@/lib/domain/identity/id-facts";
import { ImportInput } from "@/lib/domain/identity/schemas";
import { lockUser } from "@/lib/domain/parties/locks";
import { ensureUser } from "@/lib/domain/parties/people";
import { deriveConsentOfUser } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { preparePhoto } from "@/lib/platform/photos";

/**
 * Import a person who was verified elsewhere. Creates the person for a new address and updates their scenes and accounts. The same call
 * again changes nothing and returns the same person.
 * Throws `ZodError` for malformed input, `InvalidField` `birthDate` below 18 or `verifiedAt` in the future, `UnusablePhoto`,
 * `Conflict` `identity_exists` when another identity is on record for the address.
 */
export async function importIdentity(
  ctx: Ctx<SystemActor>,
  input: ImportInput,
): Promise<{ personId: string; imported: boolean }> {
  const person = ImportInput.parse(input);
  const now = clock.now();
  if (isUnderAge(person.birthDate, now)) throw new InvalidField("birthDate", "This person is younger than 18.");
  if (person.verifiedAt > now) throw new InvalidField("verifiedAt", "The verification date is in the future.");
  const jpeg = person.document ? (await preparePhoto(Buffer.from(person.document), "import")).jpeg : null;

  const photoId = newId();
  const { personId, key } = await inTransaction(async (tx) => {
    const { id, isNew } = await ensureUser(tx, person.email);
    // Recorded here, because the person remains even if the identity is refused.
    if (isNew) record(tx, { ctx, action: "user.created", subject: { kind: "user", id } });
    if (!jpeg) return { personId: id, key: null };
    await sweepUnclaimed(tx, photoKey(photoId));
    return { personId: id, key: await personKey(tx, id) };
  });
  if (jpeg && key) await putPhoto({ id: photoId, userId: personId, key, image: jpeg });

  return inTransaction(async (tx) => {
    await lockUser(tx, personId);
    const existing = await tx.identity.findUnique({ where: { userId: personId }, include: { check: true } });
    if (existing) {
      const [check] = await withFacts(tx, [existing.check]);
      const sameDate = check?.birthDate?.getTime() === person.birthDate.getTime();
      const same = existing.legalName === person.legalName && sameDate;
      if (!same) throw new Conflict("identity_exists", "Another identity is on record for this address.");
      return { personId, imported: false };
    }
    const checkId = await insertImported(tx, { userId: personId, ...person });
    if (jpeg) await insertPhoto(tx, { id: photoId, checkId, kind: "document_front", image: jpeg });
    record(tx, {
      ctx,
      action: "identity_check.imported",
      subject: { kind: "identity_check", id: checkId },
      detail: { verifiedAt: person.verifiedAt.toISOString(), document: jpeg ? sha256(jpeg).toString("hex") : null },
    });
    await deriveConsentOfUser(tx, ctx, personId);
    await deriveStatusesOfUser(tx, ctx, personId);
    return { personId, imported: true };
  });
}
