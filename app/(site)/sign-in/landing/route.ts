import { redirect } from "next/navigation";
import { currentSession } from "@/app/session";
import { isCreator } from "@/lib/domain/creator";

/** Redirects a user who has just signed in to their area. */
export async function GET(): Promise<never> {
  const session = await currentSession();
  if (!session) redirect("/sign-in");
  if (session.user.isCustodian) redirect("/custodian/identities");
  if (session.memberships.length > 0) redirect("/portal");
  redirect((await isCreator(session.user.id)) ? "/creator" : "/account");
}
