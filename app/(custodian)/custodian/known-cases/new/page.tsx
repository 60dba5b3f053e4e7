import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { KnownCaseForm } from "@/components/identity/known-case-form";
import { PageHeader } from "@/components/ui/page-header";
import { makeAction } from "../actions";

export const metadata: Metadata = { title: "Make a known case" };

/** What the person of a known case seems to have entered, and the decision that it should get. */
export default async function NewKnownCasePage() {
  await requireCustodian();
  return (
    <>
      <PageHeader
        title="Make a known case"
        description="Use specimens, or documents of people who don’t exist. You won’t get it yourself."
        back={{ href: "/custodian/known-cases", label: "Known cases" }}
      />
      <KnownCaseForm make={makeAction} />
    </>
  );
}
