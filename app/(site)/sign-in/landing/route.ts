import { redirect } from "next/navigation";
import { currentSession } from "@/app/session";
import { isCreator } from "@/lib/domain/creator";

/** Sends people who have just signed in to where they belong. */
export async function GET(): Promise<never> {
  const session = await currentSession();
  if (!session) redirect("/sign-in");
  if (session.user.isCustodian) redirect("/custodian/identities");
  if (session.memberships.length > 0) redirect("/portal");
  redirect((await isCreator(session.user.id)) ? "/creator" : "/account");
}
