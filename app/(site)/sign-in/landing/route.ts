import { redirect } from "next/navigation";
import { areasOf } from "@/app/areas";
import { requireSession } from "@/app/session";

/** Redirects a user who has just signed in to the first of their areas. */
export async function GET(): Promise<never> {
  const session = await requireSession();
  const [first] = await areasOf(session);
  redirect(first?.home ?? "/account");
}
