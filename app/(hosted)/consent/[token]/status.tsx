import { notFound } from "next/navigation";
import { askVendor, isAsked, nextStep } from "@/app/(hosted)/identity-steps/host";
import { AccountLine, Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { Closed } from "@/components/scenes/consent/closed";
import { IdPart, ReleasePart } from "@/components/scenes/consent/progress-parts";
import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { type IdentityStage, readIdentityStage, readUsualTimes } from "@/lib/domain/identity";
import { findPerformerByToken, findReleaseCopy, performerStage } from "@/lib/domain/scenes";
import { showIdAction } from "./actions";
import { mayDecide, type ProvenVisitor, refusalOf, releaseOf, startOf } from "./visitor";

/** What a performer has done for a scene, and what is missing. */
export async function Status({ visitor }: { visitor: ProvenVisitor }) {
  const { performer, stage, id } = await afterVendor(visitor);
  const { token, partnerName, title } = visitor;
  const copy = performer.signedAt && (await findReleaseCopy(performer.id));
  const filesUrl = copy ? startOf(token) : null;
  if (stage.at !== "asked" && stage.at !== "signed") {
    const removalUrl = `/removal/own/scene/${performer.id}`;
    return <Closed partnerName={partnerName} title={title} stage={stage} filesUrl={filesUrl} removalUrl={removalUrl} />;
  }
  if (stage.at === "signed" && stage.fallsShort) {
    return <FellShort visitor={visitor} signedAt={stage.signedAt} filesUrl={filesUrl} />;
  }
  const signed = stage.at === "signed";
  const consented = stage.at === "signed" && stage.consented;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {consented ? <StatusBadge tone="done">Your part is done</StatusBadge> : null}
        <Heading title={consented ? "Thank you. You can close this page." : "Your consent"}>
          {consented ? (
            <>
              {partnerName} may publish <SceneTitle>{title}</SceneTitle> once everyone in it has consented.
            </>
          ) : (
            <>
              <p>
                For <SceneTitle>{title}</SceneTitle>
              </p>
              <p className="pt-2 empty:hidden">
                <Missing signed={signed} id={id} expiresAt={performer.scene.expiresAt} />
              </p>
            </>
          )}
        </Heading>
      </div>
      <ol className="flex flex-col gap-4">
        <ReleasePart signedAt={performer.signedAt} url={releaseOf(token)} filesUrl={filesUrl} />
        <IdPart
          id={id}
          partnerName={partnerName}
          url={
            isAsked(id)
              ? `${startOf(token)}/photos`
              : id.at === "draft"
                ? `${startOf(token)}/${nextStep(id.check)}`
                : null
          }
          action={showIdAction.bind(null, token)}
          isNext={signed}
          reviewMs={id.at === "submitted" ? (await readUsualTimes()).reviewMs : null}
        />
      </ol>
      {consented ? (
        <AccountLine>Your account lists the scenes you signed, with your copies.</AccountLine>
      ) : (
        <p className="text-muted text-sm">
          Don’t want this scene to be published? <QuietLink href={refusalOf(token)}>Refuse</QuietLink>
        </p>
      )}
    </div>
  );
}

type FellShortProps = { visitor: ProvenVisitor; signedAt: Date; filesUrl: string | null };

/** They signed without something that the scene needs. Nobody else learns that. */
const FellShort = ({ visitor: { token, partnerName, title }, signedAt, filesUrl }: FellShortProps) => (
  <div className="flex flex-col gap-6">
    <Heading title="You signed, with limits">
      <p>
        <SceneTitle>{title}</SceneTitle> needs more than you gave, so it can’t be published through us. We don’t tell{" "}
        {partnerName} what you left out. You don’t have to do anything.
      </p>
    </Heading>
    <ol className="flex flex-col gap-4">
      <ReleasePart signedAt={signedAt} url={releaseOf(token)} filesUrl={filesUrl} />
    </ol>
    <p className="text-muted text-sm">
      Want the scene blocked at once? <QuietLink href={refusalOf(token)}>Refuse</QuietLink>
    </p>
  </div>
);

const COME_BACK = "You can stop and come back with the link in our email.";

/** What the person still has to do, and by when. Nothing where only time helps. */
function Missing({ signed, id, expiresAt }: { signed: boolean; id: IdentityStage; expiresAt: Date }) {
  const until = <Time at={expiresAt} as="datetime" />;
  const isFinal = id.at === "refused" || (id.at === "rejected" && id.check.rejectionReason === "under_age");
  if (isFinal) return null;
  const hasId = (id.at === "submitted" && !id.check.photosAskedAt) || id.at === "verified";
  if (!signed) {
    return hasId ? (
      <>Only the release is left. Sign or refuse it by {until}.</>
    ) : (
      <>
        Two things are needed by {until}, in any order. {COME_BACK}
      </>
    );
  }
  if (hasId) return id.at === "submitted" ? "Nothing to do now. Your consent counts once your ID is verified." : null;
  return (
    <>
      Only your ID is left. It must be verified by {until}. {COME_BACK}
    </>
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
