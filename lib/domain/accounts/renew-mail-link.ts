import { inTransaction } from "@/lib/platform/db";
import { findOnboarding } from "./find-onboarding";
import { enqueueGreeting } from "./greeting";

/**
 * Mail the creator a new link because somebody on the page of an old one asked, at most once in five minutes. It answers
 * nothing on purpose, and does the same work in every case: the platform holds a link too, so the page can only say "if a
 * mail is due, it is on its way". Somebody with the platform's link cannot have a person asked twice a day; somebody with a
 * mailed one is that person.
 */
export async function renewMailLink(token: string): Promise<void> {
  const onboarding = await findOnboarding(token);
  if (!onboarding) return;
  const occasion = onboarding.kind === "mail" ? "mailbox" : "page";
  await inTransaction((tx) => enqueueGreeting(tx, { accountId: onboarding.account.id, occasion }));
}
