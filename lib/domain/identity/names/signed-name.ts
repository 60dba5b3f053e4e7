import type { Ctx, PersonActor, ProducerActor } from "@/lib/domain/core/context";
import { nameText } from "@/lib/domain/parties/people";
import type { Tx } from "@/lib/platform/db";
import { AppError, InvalidField } from "@/lib/platform/errors";
import { insertAlias } from "./aliases";
import { NAME_DIFFERS } from "./labels";
import { matchName, namesOf } from "./own-names";
import { AliasName } from "./schemas";

const TYPE_YOUR_NAME = "Type your full name to sign.";

/** The name that somebody types to sign: with a letter, and nothing that changes the direction of text. */
export const SignedName = nameText(200, TYPE_YOUR_NAME).refine(
  (name) => /\p{L}/u.test(name) && !/[\u202a-\u202e\u2066-\u2069]/u.test(name),
  { error: TYPE_YOUR_NAME },
);

type Signature = {
  signedName: string;
  /** Adds the name to the person's record if it isn't there. */
  addsName: boolean;
  /** The id of what they sign. */
  signing: string;
  at: Date;
};

/**
 * Assert that a verified person signs with a name of theirs, or add the name to their record in the same transaction. Anyone
 * may sign who isn't verified: the custodian compares the names with the ID (`findOtherSignatures`). Throws `AppError` 422
 * `name_differs` and `InvalidField`, both about `signedName`.
 */
export async function assertOwnName(
  tx: Tx,
  ctx: Ctx<PersonActor | ProducerActor>,
  { signedName, addsName, signing, at }: Signature,
): Promise<void> {
  const { userId } = ctx.actor;
  if (matchName(signedName, (await namesOf([userId], tx))(userId)) !== "none") return;
  if (!addsName) throw new AppError(422, NAME_DIFFERS, { code: "name_differs", field: "signedName" });
  const name = AliasName.safeParse(signedName);
  if (!name.success) throw new InvalidField("signedName", name.error.issues[0]?.message ?? NAME_DIFFERS);
  await insertAlias(tx, ctx, { name: name.data, at, field: "signedName", signing });
}
