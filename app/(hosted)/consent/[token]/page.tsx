import { Camera, Eye, FileSignature, Scale } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Heading, Point, QuietLink } from "@/components/acts/parts";
import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { Closed } from "@/components/scenes/consent/closed";
import { HostedShell } from "@/components/shell/site";
import { LargeSubmit } from "@/components/ui/form";
import { hasLiveCode } from "@/lib/domain/acts";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { confirmCodeAction, continueAction, mailCodeAction } from "./actions";
import { Status } from "./status";
import {
  findVisitor,
  getVisitor,
  isOwnSession,
  proofOf,
  recordView,
  type Visitor,
  type Wish,
  wishedPage,
  wishOf,
} from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ to?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  if (!visitor) return { title: "Page not found" };
  return { title: `Your consent for ${visitor.partnerName}` };
}

/**
 * The start of a performer's link, and the status page of a performer who has proven the mailbox. Opening it decides and proves
 * nothing, so mail scanners may.
 */
export default async function ConsentPage({ params, searchParams }: Props) {
  const visitor = await getVisitor((await params).token);
  const wish = wishOf((await searchParams).to);
  if (visitor.hasProof && wish === "photos") redirect(wishedPage(visitor, wish));
  await recordView(visitor, "status");
  return <HostedShell partnerName={visitor.partnerName}>{await startOrStatus(visitor, wish)}</HostedShell>;
}

function startOrStatus(visitor: Visitor, wish: Wish) {
  const { proven, hasProof, partnerName, title, stage } = visitor;
  if (proven) return Status({ visitor: { ...visitor, proven } });
  if (!hasProof || stage.at === "asked" || stage.at === "signed") return Opening({ visitor, wish });
  return <Closed partnerName={partnerName} title={title} stage={stage} filesUrl={null} removalUrl={null} />;
}

/** Why the mailbox comes first. The same for everyone, whether anything is asked of them or not. */
const FIRST: Record<Wish, string | null> = {
  decide: null,
  refuse: "To refuse, confirm your mailbox first. You choose a reason on the next page.",
  photos: "Confirm your mailbox first. The next page says which photo we need.",
};

/**
 * The page before the mailbox is proven: who asks for what, and what it takes. The same for everyone, known to us or not, before and
 * after they decided, so that a link in the wrong hands tells nothing: it names neither the performer nor the scene.
 */
async function Opening({ visitor, wish }: { visitor: Visitor; wish: Wish }) {
  const { token, partnerName, isJob, visit } = visitor;
  const codeSent = visit !== null && hasLiveCode(visit);
  const proof = (await isOwnSession(visitor)) ? (
    <form action={continueAction.bind(null, token, wish)}>
      <LargeSubmit>Continue</LargeSubmit>
    </form>
  ) : (
    <ProveMailbox
      codeSent={codeSent}
      mailCode={mailCodeAction.bind(null, token, wish)}
      confirmCode={confirmCodeAction.bind(null, token, wish)}
    >
      <p className="text-muted text-sm">
        {codeSent ? "No email after a minute? Check your spam folder. " : null}
        Have an account with us?{" "}
        <QuietLink href={`/sign-in?to=${encodeURIComponent(proofOf(token, wish))}`}>Sign in instead</QuietLink>
      </p>
    </ProveMailbox>
  );
  if (codeSent || wish !== "decide") {
    return (
      <div className="flex flex-col gap-6">
        <Heading title={wish === "photos" ? "Send a better photo of your ID" : `Your consent for ${partnerName}`}>
          {FIRST[wish]}
        </Heading>
        {proof}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`Your consent for ${partnerName}`}>
        {partnerName} says that you perform in a scene. It may publish the scene only if everyone in it consents, so{" "}
        {SERVICE_NAME} asks you directly.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<FileSignature aria-hidden />} title="What happens next">
          You confirm that it is you. Then you read a release, and sign or refuse it. Without your signature, the scene
          can’t be published. If you already decided, you see your decision and your copy.
        </Point>
        <Point icon={<Camera aria-hidden />} title="What it takes">
          A few minutes. If we haven’t verified your ID before, also a camera and a passport, driver’s license, ID card
          or residence permit. You can stop and come back.
        </Point>
        <Point icon={<Eye aria-hidden />} title="Who sees your ID">
          The custodians of records at {env().custodianName}, and inspectors where the law requires it. {partnerName}{" "}
          learns{" "}
          {isJob
            ? "when you signed and when your ID was verified, or that you refused, but not why"
            : "whether you agreed or refused, and the reason you choose if you refuse"}
          . It never learns your legal name, date of birth or document.
        </Point>
        <Point icon={<Scale aria-hidden />} title="Why us">
          United States law (18 U.S.C. § 2257) requires records that prove everyone in sexually explicit material is an
          adult.
        </Point>
      </ul>
      {proof}
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">This signs nothing. You decide on a later page.</p>
        <QuietLink href={proofOf(token, "refuse")}>That is not me</QuietLink>
      </div>
    </div>
  );
}
