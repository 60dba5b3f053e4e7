import { expect, it } from "vitest";
import type { JobPerformerView, JobView } from "@/lib/domain/productions/verification-jobs";
import { textOf } from "@/lib/testing/draw";
import { CancelConsequences, JobFacts, JobFees, JobStep } from "./job";

const AT = new Date("2026-11-22T12:00:00Z");
const LATER = new Date("2026-12-06T12:00:00Z");

const performer = (more: Partial<JobPerformerView> = {}): JobPerformerView => ({
  id: "0".repeat(25),
  email: "ada@example.com",
  status: "pending",
  invitedAt: AT,
  bounced: false,
  nextInvitationAt: AT,
  ...more,
});

const fees: JobView["fees"] = {
  sceneFeeCents: 500,
  onboardingFeeCents: 2500,
  totalCents: 3000,
  charged: false,
  paymentChargeId: null,
  billedTo: "partner_card",
  chargeError: "card_declined",
};

const job = (more: Partial<JobView> = {}): JobView => ({
  id: "1".repeat(25),
  jobId: "job-77",
  contentId: "post-7",
  title: "Lake",
  status: "pending",
  productionId: null,
  productionDate: AT,
  needs: null,
  createdAt: AT,
  expiresAt: LATER,
  endedAt: null,
  performers: [performer()],
  fees,
  isOpen: true,
  history: [],
  ...more,
});

it.each([
  [
    "waits",
    job({ performers: [performer(), performer({ status: "id_verified" })] }),
    /Waiting for 1 performer\. Closes/,
  ],
  ["is completed", job({ status: "completed" }), /All performers are verified/],
  ["was refused", job({ status: "blocked", performers: [performer({ status: "refused" })] }), /A performer refused/],
  ["expired", job({ status: "blocked" }), /1 performer didn’t finish in time/],
  ["is canceled", job({ status: "cancelled" }), /Canceled/],
])("says who is waited for when a job %s", (_, shown, words) => {
  expect(textOf(<JobStep job={shown} />)).toMatch(words);
});

it("names the consequences of canceling, also for the production that the performers are in", () => {
  const performers = [performer({ status: "id_verified" }), performer({ status: "forms_signed" }), performer()];
  const said = textOf(<CancelConsequences job={job({ performers, productionId: "p" })} />);
  expect(said).toContain("2 performers can no longer finish.");
  expect(said).toContain("1 performer finished.");
  expect(said).toContain("The production can’t be sealed with this job’s scene.");
  expect(said).toContain("You still owe the fees of $30.00.");
  expect(textOf(<CancelConsequences job={job()} />)).not.toContain("production");
});

it("shows fees by who pays, and when the job ended instead of when it would have", () => {
  expect(textOf(<JobFees fees={fees} />)).toContain("Not charged yet. Pay under Billing");
  expect(textOf(<JobFees fees={{ ...fees, billedTo: "platform_invoice" }} />)).toContain(
    "On your monthly platform invoice",
  );
  expect(textOf(<JobFacts job={job()} />)).toMatch(/Closes Dec 6, 2026/);
  const ended = textOf(<JobFacts job={job({ status: "cancelled", isOpen: false, endedAt: AT })} />);
  expect(ended).toMatch(/Canceled Nov 22, 2026/);
  expect(ended).not.toContain("Dec 6");
});
