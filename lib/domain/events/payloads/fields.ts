import { z } from "zod";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";

// The reference prints these descriptions.

export const text = (description: string) => z.string().meta({ description });
export const id = (description: string) => opaqueId.meta({ description });
export const at = (description: string) => dateTimeOut.meta({ description });
export const sha256 = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description });
export const cents = (description: string) => z.int().min(0).meta({ description });
export const literal = <const T extends string>(value: T, description: string) =>
  z.literal(value).meta({ description });

/** The hosted session a scene came from. */
export const uploadSessionId = id(
  "The hosted session that the scene came from; null for a scene that was created through the API.",
).nullable();

/** For events caused by a signer, who may have had no session. */
export const signersSessionId = id(
  "The hosted session that the scene came from; null for a scene that was created through the API. Omitted when the signer " +
    "was new and registered while following the mailed link.",
)
  .nullable()
  .optional();

/** Why a depicted person asked for a removal; each has its own deadline. */
export const legalBasis = z
  .enum(["NCII_TAKE_IT_DOWN", "NCII_STATE", "AN_5196_APPEAL", "DMCA", "OTHER"])
  .meta({ description: "The legal basis of the removal request." });

/** What an event about a removal request says of it. */
export const removal = {
  removalRequestId: id("The request for removal."),
  legalBasis,
  requestedAt: at(
    "What `removalDeadline` counts from: when the claimant asked for this record, by filing, adding its URL or appealing, or when it was found later. If that time would be over when we send the event, it is that moment.",
  ),
  removalDeadline: at(
    "The deadline to take the content down: 48 hours for `NCII_TAKE_IT_DOWN`, 72 for `NCII_STATE`, 7 business days otherwise. Use this deadline, not your own calculation.",
  ),
};

/** An event type: when it is sent, its payload and an example. */
type EventDeclaration<S extends z.ZodType = z.ZodType> = { when: string; data: S; example: z.output<S> };

/** Declares an event type. The reference and the simulator show its example. */
export const event = <S extends z.ZodType>(declaration: EventDeclaration<S>): EventDeclaration<S> => declaration;
