import { redirect } from "next/navigation";
import { requireCustodian } from "@/app/session";

/** The root of the custodians' pages has none of its own: it opens the first one. */
export default async function CustodianPage(): Promise<never> {
  await requireCustodian();
  redirect("/custodian/identities");
}
