import { Button } from "@/components/ui/button";
import { moneyText } from "@/components/ui/format";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS, sceneCostAtMost } from "@/lib/domain/billing/scene-fees/labels";
import { Emails, performerField } from "./parts";

type AskedProps = {
  partnerName: string;
  billedTo: "uploader_card" | "platform_invoice";
  emails: readonly string[];
};

/** Who we will ask to consent, and what that costs at most. Inside the form that attests. */
export function Asked({ partnerName, billedTo, emails }: AskedProps) {
  const [scene, each] = [moneyText(SCENE_FEE_CENTS), moneyText(ONBOARDING_FEE_CENTS)];
  const most = moneyText(sceneCostAtMost(emails.length));
  return (
    <>
      <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-medium">Who we ask to consent</h2>
          <Button type="submit" size="sm" name="change" value="yes">
            Change
          </Button>
        </div>
        <Emails>{emails}</Emails>
        {emails.map((email, n) => (
          <input key={email} type="hidden" name={performerField(n)} value={email} />
        ))}
        <p className="text-muted text-sm">
          We email each a private link to read a release, sign it and show an ID if we need one. {partnerName} may
          publish once everyone has consented.
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">What it costs</h2>
        {billedTo === "uploader_card" ? (
          <p>
            You pay {scene} for the scene, plus {each} for each person without an active account with us: {most} at
            most. We charge the card in your account. If that fails, the invitations still go out, and you can pay
            later.
          </p>
        ) : (
          <p>
            You pay nothing. {partnerName} pays {scene} for the scene, plus {each} for each person without an active
            account with us: {most} at most.
          </p>
        )}
      </section>
    </>
  );
}
