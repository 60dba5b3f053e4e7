import type { Role } from "@/lib/domain/context";
import { makeCustodian, makeKey, makeMember } from "@/lib/testing/factories";

// What a journey needs to stand on and is not about, written straight to the database.

/** A live key of a partner. */
export const liveKey = async (partnerId: string): Promise<string> => (await makeKey({ id: partnerId })).key;

/** A person of a partner's team; returns the address. */
export const teamMember = async (partnerId: string, role: Role): Promise<string> =>
  (await makeMember({ id: partnerId }, role)).email;

/** One of the service's custodians; returns the address. */
export const custodian = async (): Promise<string> => (await makeCustodian()).email;
