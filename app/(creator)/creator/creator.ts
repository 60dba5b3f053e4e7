import { redirect } from "next/navigation";
import { requirePerson } from "@/app/session";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { isCreator } from "@/lib/domain/creators/overview";

/** The signed-in creator. Redirects anyone else to their account settings, which link to the other areas. */
export async function requireCreator(): Promise<Ctx<PersonActor>> {
  const ctx = await requirePerson();
  if (!(await isCreator(ctx.actor.userId))) redirect("/account");
  return ctx;
}
