import { redirect } from "next/navigation";
import { requirePerson } from "@/app/session";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { isCreator } from "@/lib/domain/room";

/** The creator who is signed in. People for whom there is no room go to their account page, where others can be reached. */
export async function requireCreator(): Promise<Ctx<PersonActor>> {
  const ctx = await requirePerson();
  if (!(await isCreator(ctx.actor.userId))) redirect("/account");
  return ctx;
}
