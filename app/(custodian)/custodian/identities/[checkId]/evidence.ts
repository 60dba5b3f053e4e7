import { cookies } from "next/headers";

/** The cookie that carries a custodian's right to see one check's evidence: not in an address, and only sent there. */
export const evidenceCookie = (checkId: string) => ({ name: "evidence", path: `/custodian/identities/${checkId}` });

/** The grant that this browser holds, as it was given. */
export const evidenceGrant = async (): Promise<string | undefined> => (await cookies()).get("evidence")?.value;
