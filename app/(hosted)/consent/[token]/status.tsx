import { askVendor } from "@/app/(hosted)/identity-steps/ask-vendor";
import { nextStep } from "@/app/(hosted)/identity-steps/steps";
import { Closed } from "@/components/consent/closed";
import { IdPart, ReleasePart } from "@/components/consent/progress-parts";
import { StatusPage } from "@/components/consent/status-page";
import { type IdentityStage, readIdentityStage } from "@/lib/domain/identity";
import { findReleaseCopy } from "@/lib/domain/scenes";
import { showIdAction } from "./actions";
import { type ProvenVisitor, refusalOf, releaseOf, startOf } from "./visitor";

/** What a performer has done, and what is missing. */
export async function Status({ visitor }: { visitor: ProvenVisitor }) {
  const { token, performer, partnerName, title, stage } = visitor;
  const copy = performer.signedAt && (await findReleaseCopy(performer.id));
  const copyUrl = copy ? `${startOf(token)}/copy` : null;
  if (stage.at !== "asked" && stage.at !== "signed") return <Closed {...{ partnerName, title, stage, copyUrl }} />;
  const id = await currentId(visitor);
  const consented = stage.at === "signed" && stage.consented;
  return (
    <StatusPage
      {...{ partnerName, title, consented }}
      expiresAt={performer.scene.expiresAt}
      refuseUrl={consented ? null : refusalOf(token)}
    >
      <ReleasePart signedAt={performer.signedAt} url={releaseOf(token)} copyUrl={copyUrl} />
      <IdPart
        {...{ id, partnerName }}
        url={id.at === "draft" ? `${startOf(token)}/${nextStep(id.check)}` : null}
        action={showIdAction.bind(null, token)}
        isNext={stage.at === "signed"}
      />
    </StatusPage>
  );
}

/** The stage of the ID, after asking the verification service if it has the check: its message may still be on its way. */
async function currentId({ proven: { userId, visit } }: ProvenVisitor): Promise<IdentityStage> {
  const stage = await readIdentityStage(userId, visit);
  return (await askVendor("consent", stage)) ? readIdentityStage(userId, visit) : stage;
}
