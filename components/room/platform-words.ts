import type { Tone } from "@/components/ui/badge";
import type { SuspendReason } from "@/lib/domain/accounts/states";
import type { Platform } from "@/lib/domain/room";

type Words = { tone: Tone; badge: string; says: string };

/** Why an account rests, in words for the creator. */
const RESTS: Record<SuspendReason, string> = {
  subscription_lapsed: "Your subscription has ended. Pay again, and you can upload there as before.",
  platform_lapsed:
    "The platform has not paid for its creators. It ends by itself when it does; you have nothing to do.",
  partner_deactivated: "The platform has paused it. Only the platform can take it up again: ask there.",
  platform_deactivated: "We have stopped it. Write to us if you do not know why.",
  manual_suspension: "We have paused it. Write to us if you do not know why.",
};

/** What a platform is to the creator at this moment. */
export function howItStands({ link, status, suspendReason, paidBy }: Platform, isVerified: boolean): Words {
  if (link === "asked") return { tone: "waiting", badge: "Asks you", says: "It knows nothing about you from us." };
  if (link === "declined") return { tone: "neutral", badge: "Not linked", says: "It can log nothing of yours." };
  switch (status) {
    case "active":
      return { tone: "done", badge: "Active", says: "From our side you can upload there." };
    case "suspended":
      return { tone: "waiting", badge: "On hold", says: suspendReason ? RESTS[suspendReason] : "" };
    case "subscribed_pending_id":
      return { tone: "waiting", badge: "ID missing", says: "You can upload there once your ID is verified." };
    case "pending_id_verification":
      return {
        tone: "waiting",
        badge: "Not ready",
        says: `You can upload there once ${isVerified ? "" : "your ID is verified and "}${
          paidBy === "creator" ? "your subscription is paid" : "the platform has paid for you"
        }. Your overview says what is next.`,
      };
  }
}
