"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { isSecure, PARTNER_COOKIE } from "@/app/current-actor";
import { requireSession } from "@/app/session";

/** Switches to another partner. The cookie grants nothing: each request checks the membership again. */
export const switchPartnerAction = action(
  requireSession,
  [read.form],
  async ({ memberships }, formData): Promise<void> => {
    const chosen = memberships.find(({ partnerId }) => partnerId === formData.get("partnerId"));
    if (chosen) {
      const oneYear = 31_536_000;
      const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge: oneYear } as const;
      (await cookies()).set(PARTNER_COOKIE, chosen.partnerId, options);
    }
    redirect("/portal");
  },
);
