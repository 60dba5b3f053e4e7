"use client";

import { SubmitButton } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { Invite } from "./invite-form";

/** Mails an invitation anew, with seven more days. The former link stops working. */
export function InviteAgain({ email, role, invite }: { email: string; role: string; invite: Invite }) {
  async function again(formData: FormData) {
    const result = await invite({}, formData);
    if (result.ok) toast("success", `A new invitation to ${email} is on its way`);
    else toast("error", result.message ?? Object.values(result.errors ?? {})[0] ?? "That did not work");
  }
  return (
    <form action={again}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="role" value={role} />
      <SubmitButton size="sm" variant="secondary" aria-label={`Send again to ${email}`}>
        Send again
      </SubmitButton>
    </form>
  );
}
