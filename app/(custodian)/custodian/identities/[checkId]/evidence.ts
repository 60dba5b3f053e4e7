import { cookies } from "next/headers";

/** The cookie with a custodian's grant to see one check's evidence. Its path limits it to that check. */
export const evidenceCookie = (checkId: string) => ({ name: "evidence", path: `/custodian/identities/${checkId}` });

/** The grant this browser sent, unverified. */
export const evidenceGrant = async (): Promise<string | undefined> => (await cookies()).get("evidence")?.value;
