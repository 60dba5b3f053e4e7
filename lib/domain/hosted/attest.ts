import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import type { Prisma, Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

type Columns = Omit<Prisma.AttestationUncheckedCreateInput, "id" | "textSha256" | "createdAt">;

/**
 * Store what somebody agreed to, word for word, and return its id. `attestedAt` is the moment of the click. The row never
 * changes and is never deleted.
 */
export async function attest(tx: Tx, attestation: Columns): Promise<string> {
  const id = newId();
  await tx.attestation.create({
    data: { ...attestation, id, textSha256: sha256(attestation.text), createdAt: clock.now() },
  });
  return id;
}
