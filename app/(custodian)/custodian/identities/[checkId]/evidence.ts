import { cookies } from "next/headers";
import { readGrant } from "@/lib/domain/identity";

/** The cookie that carries a custodian's right to see the photos of one check: not in an address, and only sent there. */
export const evidenceCookie = (checkId: string) => ({ name: "evidence", path: `/custodian/identities/${checkId}` });

/** The grant that this browser holds, as it was given. */
export const heldGrant = async (): Promise<string | undefined> => (await cookies()).get("evidence")?.value;

/** What this custodian may see of this check at the moment. */
export async function currentGrant(checkId: string, userId: string) {
  return readGrant(await heldGrant(), { checkId, userId });
}
