import type { Ctx, PersonActor } from "@/lib/domain/context";
import { provePerformer, readRelease, signRelease } from "@/lib/domain/scenes";
import { makeIdentity, makeUser, personCtx, systemCtx } from "./factories";

/** A performer who opened their mailed link and pressed its button. */
export async function openLink({ id: performerId }: { id: string }): Promise<Ctx<PersonActor>> {
  const { userId, visit } = await provePerformer(systemCtx("consent"), { performerId, visitToken: undefined });
  return { ...personCtx({ id: userId }), actor: { kind: "person", userId, visit } };
}

/** A performer whose ID was verified before they were named, and who opened their link. */
export async function openVerified(performer: { id: string; email: string }): Promise<Ctx<PersonActor>> {
  await makeIdentity(await makeUser({ email: performer.email }));
  return openLink(performer);
}

/** Signs the release as the page shows it now. */
export async function sign(ctx: Ctx<PersonActor>, { id: performerId }: { id: string }): Promise<{ signed: boolean }> {
  const { shown } = await readRelease(ctx, performerId);
  return signRelease(ctx, { performerId, signedName: "Ada Example", shown });
}
