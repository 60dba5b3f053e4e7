import { redirect } from "next/navigation";
import { rememberedToken } from "@/app/(hosted)/browser";
import { Returned } from "@/components/acts/parts";

export const metadata = { title: "Thank you" };

/** Where the verification service sends a scene's performer back to. */
export default async function ReturnPage() {
  const token = await rememberedToken("/consent");
  if (token) redirect(`/consent/${token}`);
  return <Returned />;
}
