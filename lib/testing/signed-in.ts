import { sessionCookie } from "@/app/current-actor";
import { signInStore } from "@/lib/domain/parties/people";
import { newId } from "@/lib/platform/ids";
import { setCookie } from "./next";

/** Signs a person in, in this browser, instead of who was. */
export async function signIn({ id: userId }: { id: string }): Promise<void> {
  const sessionToken = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken, userId });
  setCookie(sessionCookie(), sessionToken);
}
