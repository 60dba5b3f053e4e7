import { sessionCookie } from "@/app/current-actor";
import { signInStore } from "@/lib/domain/parties/people";
import { newId } from "@/lib/platform/ids";
import { setCookie } from "./next";

/** Signs a person in to this browser, replacing the current one. */
export async function signIn({ id: userId }: { id: string }): Promise<void> {
  const sessionToken = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken, userId });
  setCookie(sessionCookie(), sessionToken);
}
