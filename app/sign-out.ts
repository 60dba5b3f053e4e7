"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { endSessionOf } from "@/lib/domain/parties/people";
import { action, anybody } from "./action";
import { browserOf, PARTNER_COOKIE, sessionCookie } from "./current-actor";

/** Ends this browser's session, in the database and in its cookies. */
export const signOutAction = action(anybody, [], async (): Promise<void> => {
  const jar = await cookies();
  const token = jar.get(sessionCookie())?.value;
  if (token) await endSessionOf(browserOf(await headers()), token);
  jar.delete({ name: sessionCookie(), path: "/", secure: sessionCookie().startsWith("__Host-") });
  jar.delete(PARTNER_COOKIE);
  redirect("/sign-in?out=1");
});
