import { redirect } from "next/navigation";
import { rememberedToken } from "@/app/(hosted)/browser";
import { Returned } from "@/components/acts/parts";
import { startOf, subscriptionOf } from "../[token]/visitor";

export const metadata = { title: "Thank you" };

type Props = { searchParams: Promise<{ paid?: string | string[] }> };

/** Where outside services send people back to. An unfinished payment returns to the subscription step. */
export default async function ReturnPage({ searchParams }: Props) {
  const token = await rememberedToken("/onboard");
  const { paid } = await searchParams;
  if (token && paid === "pending") redirect(`${subscriptionOf(token)}?paid=pending`);
  if (token) redirect(startOf(token));
  return <Returned />;
}
