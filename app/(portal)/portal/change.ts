import { revalidatePath } from "next/cache";
import { errorOf } from "@/app/forms";
import type { ActionResult } from "@/components/ui/form";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";

type Verb = (by: Ctx<PortalUserActor>) => Promise<unknown>;

/** Runs a verb for a confirmed button, and has the page rendered again, whether or not the verb refused. */
export async function change(ctx: Ctx<PortalUserActor>, path: string, verb: Verb): Promise<ActionResult> {
  const result = await errorOf(ctx, verb);
  revalidatePath(path);
  return result;
}
