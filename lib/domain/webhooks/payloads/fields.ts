import { z } from "zod";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";

export const id = opaqueId;
export const at = dateTimeOut;
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const cents = z.int().min(0);

/** The hosted session a scene came from; null for one that was created by the API. */
export const uploadSessionId = id.nullable();

/** Why a depicted person asked for a removal; each has its own deadline. */
export const legalBasis = z.enum(["NCII_TAKE_IT_DOWN", "NCII_STATE", "AN_5196_APPEAL", "DMCA", "OTHER"]);
