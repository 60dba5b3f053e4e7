import { notFound } from "next/navigation";
import { askVendor, nextStep } from "@/app/(hosted)/identity-steps/host";
import { Closed } from "@/components/scenes/consent/closed";
import { IdPart, ReleasePart } from "@/components/scenes/consent/progress-parts";
import { StatusPage } from "@/components/scenes/consent/status-page";
import { readIdentityStage } from "@/lib/domain/identity";
import { findPerformerByToken, findReleaseCopy, performerStage } from "@/lib/domain/scenes";
import { showIdAction } from "./actions";
import { mayDecide, type ProvenVisitor, refusalOf, releaseOf, startOf } from "./visitor";

/** What a performer has done, and what is missing. */
export async function Status({ visitor }: { visitor: ProvenVisitor }) {
  const { performer, stage, id } = await afterVendor(visitor);
  const { token, partnerName, title } = visitor;
  const copy = performer.signedAt && (await findReleaseCopy(performer.id));
  const copyUrl = copy ? `${startOf(token)}/copy` : null;
  if (stage.at !== "asked" && stage.at !== "signed")
    return (
      <Closed
        partnerName={partnerName}
        title={title}
        stage={stage}
        copyUrl={copyUrl}
        removalUrl={`/removal/own/scene/${performer.id}`}
      />
    );
  const consented = stage.at === "signed" && stage.consented;
  return (
    <StatusPage
      partnerName={partnerName}
      title={title}
      consented={consented}
      id={id}
      signed={stage.at === "signed"}
      expiresAt={performer.scene.expiresAt}
      refuseUrl={consented ? null : refusalOf(token)}
    >
      <ReleasePart signedAt={performer.signedAt} url={releaseOf(token)} copyUrl={copyUrl} />
      <IdPart
        id={id}
        partnerName={partnerName}
        url={id.at === "draft" ? `${startOf(token)}/${nextStep(id.check)}` : null}
        action={showIdAction.bind(null, token)}
        isNext={stage.at === "signed"}
      />
    </StatusPage>
  );
}

/**
 * The performer and their ID, after asking the verification service if it has the check: its message may still be on its way, and
 * a verified ID can complete the consent.
 */
async function afterVendor(visitor: ProvenVisitor) {
  const { performer, stage, proven } = visitor;
  const readId = () => readIdentityStage(proven.userId, proven.visit);
  const found = await readId();
  const isAnswered = mayDecide(visitor) && (await askVendor("consent", found));
  const id = isAnswered ? await readId() : found;
  // The performer was read before the ID, which may have been verified in between.
  if (id.at !== "verified") return { performer, stage, id };
  const now = (await findPerformerByToken(visitor.token)) ?? notFound();
  return { performer: now, stage: performerStage(now), id };
}
