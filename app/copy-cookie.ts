import { cookies } from "next/headers";

const NAME = "copy";

/** The cookie that carries somebody's right to see one stored copy: not in an address, and only sent where it is read. */
export const copyCookie = (depictionId: string) => ({ name: NAME, path: `/api/portal/content/${depictionId}/copy` });

/** The same for a custodian. */
export const custodianCopyCookie = (depictionId: string) => ({
  name: NAME,
  path: `/custodian/records/${depictionId}/copy`,
});

/** The grant that this browser holds, as it was given. */
export const heldCopyGrant = async (): Promise<string | undefined> => (await cookies()).get(NAME)?.value;
