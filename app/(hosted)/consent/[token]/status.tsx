import { notFound } from "next/navigation";
import { askVendor, isAsked, nextStep } from "@/app/(hosted)/identity-steps/host";
import { AccountLine, Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { Answers } from "@/components/scenes/answers";
import { Closed } from "@/components/scenes/consent/closed";
import { IdPart, ReleasePart } from "@/components/scenes/consent/progress-parts";
import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { type IdentityStage, readIdentityStage, readUsualTimes } from "@/lib/domain/identity";
import {
  findPerformerByToken,
  findReleaseCopy,
  mayWithdraw,
  type PerformerOfLink,
  performerStage,
} from "@/lib/domain/scenes";
import { answersNow } from "@/lib/domain/scenes/consents";
import { showIdAction } from "./actions";
import { mayDecide, type ProvenVisitor, refusalOf, releaseOf, startOf, withdrawalOf } from "./visitor";

/** What a performer has done for a scene, and what is missing. */
export async function Status({ visitor }: { visitor: ProvenVisitor }) {
  const { performer, stage, id } = await afterVendor(visitor);
  const { token, partnerName, title } = visitor;
  const copy = performer.signedAt && (await findReleaseCopy(performer.id));
  const filesUrl = copy ? startOf(token) : null;
  if (stage.at !== "asked" && stage.at !== "signed") {
    // A withdrawal has asked for it.
    const removalUrl = performer.withdrawnAt ? null : `/removal/own/scene/${performer.id}`;
    return (
      <div className="flex flex-col gap-6">
        <Closed
          partnerName={partnerName}
          title={title}
          stage={stage}
          isWithdrawn={performer.withdrawnAt !== null}
          filesUrl={filesUrl}
          removalUrl={removalUrl}
        />
        <Given visitor={visitor} performer={performer} />
      </div>
    );
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
      <Given visitor={visitor} performer={performer} />
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

type GivenProps = { visitor: ProvenVisitor; performer: PerformerOfLink };

/** What their release gives, and how to take distribution back, or that they did. Nothing for one that gave every use at once. */
function Given({ visitor: { token }, performer }: GivenProps) {
  const answers = answersNow({ ...performer, needs: performer.scene.needs });
  if (!answers) return null;
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 className="font-medium">Your answers</h2>
      <Answers answers={answers} />
      {performer.withdrawnAt ? (
        <p>
          You withdrew distribution on <Time at={performer.withdrawnAt} as="datetime" />. We emailed you a link to
          follow your request for removal.
        </p>
      ) : mayWithdraw(performer) ? (
        <QuietLink href={withdrawalOf(token)}>Withdraw distribution</QuietLink>
      ) : null}
    </section>
  );
}

/** They signed without something that the scene needs. Nobody else learns that. */
const FellShort = ({ visitor, signedAt, filesUrl }: FellShortProps) => {
  const { token, partnerName, title, performer } = visitor;
  return (
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
      <Given visitor={visitor} performer={performer} />
      <p className="text-muted text-sm">
        Want the scene blocked at once? <QuietLink href={refusalOf(token)}>Refuse</QuietLink>
      </p>
    </div>
  );
};

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
