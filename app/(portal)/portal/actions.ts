"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { requireSession } from "@/app/session";
import { isSecure, PARTNER_COOKIE } from "@/app/session-cookies";

/** Shows another partner's room. The cookie grants nothing: each request checks the membership again. */
export async function switchPartner(formData: FormData): Promise<void> {
  const { memberships } = await requireSession();
  const chosen = memberships.find(({ partnerId }) => partnerId === formData.get("partnerId"));
  if (chosen) {
    const oneYear = 31_536_000;
    const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge: oneYear } as const;
    (await cookies()).set(PARTNER_COOKIE, chosen.partnerId, options);
  }
  redirect("/portal");
}
