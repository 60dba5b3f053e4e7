import { moneyText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import { InlineText, Prose, Section, Sentences } from "./section";
import { Examples, FactsTable } from "./tables";

type Code = Parameters<typeof Examples>[0]["examples"];

/** The code of the page, for the address that serves it. `program`: a whole platform, with curl the feed of its events. */
export type AttestationGuide = { create: Code; read: Code; program: Code };

/** The parts of the page. */
export const ATTESTATION_PARTS = [
  { id: "attestation", label: "How it works" },
  { id: "attestation-before", label: "Before you start" },
  { id: "attestation-create", label: "Create a session" },
  { id: "attestation-return", label: "Send the creator and take them back" },
  { id: "attestation-publish", label: "Publish on the event" },
  { id: "attestation-program", label: "Complete program" },
];

const PATHS = [
  ["1", "`solo`", "Reads a statement and attests to it.", "`upload_session.solo_completed`"],
  [
    "2 or more",
    "`collab`",
    "Also names the other performers by email. Each one signs a release and verifies their ID.",
    "`collab_scene.greenlit`",
  ],
] as const;

const STEPS = [
  "Your backend creates an upload session and gets an `attestationUrl`.",
  "You redirect the creator there. They attest on our page.",
  "A button takes them back to your `redirectUrl`.",
  "We send you an event, and you publish.",
];

const REFUSALS = [
  [
    "`uploader_not_solo_active`",
    "The creator has no active solo account with you.",
    "Read the account and send them to its `onboardingUrl`.",
  ],
  [
    "`collab_scenes_not_available_on_platform_pays`",
    "You pay for this creator, and your plan has no collab scenes.",
    "Ask us to add collab scenes to your plan.",
  ],
] as const;

const RETURNS = [
  ["`completed`", "The creator attested.", "Read the session, then thank them."],
  ["`cancelled`", "They left without attesting. The session stays open.", "Keep the draft and offer the link again."],
] as const;

const RULES = [
  "The link works for 7 days, however often it is opened. A completed session stays completed.",
  "Redirect the whole window. In a frame, our page is only a link to itself.",
  "The page shows nothing about the creator, because you have the link too. We email them a copy of what they attested.",
  "Give the link to the signed-in creator only. Anyone who opens it can attest in their name.",
];

const EVENTS = [
  [
    "`upload_session.solo_completed`",
    "The creator attested to content with one face.",
    "Publish. `contentId` is yours. Keep `attestation` with the content.",
  ],
  [
    "`collab_scene.created`",
    "The creator attested and we invited the others.",
    "Don’t publish. Note `scene.sceneId` for this `uploadSessionId`.",
  ],
  ["`collab_scene.greenlit`", "Everyone signed and has a verified ID.", "Publish the content of this `scene.id`."],
  ["`collab_scene.performer_refused`", "A performer refused. The scene is blocked for good.", "Don’t publish."],
  ["`collab_scene.blocked`", "14 days passed without all signatures.", "Don’t publish. Create a new session."],
] as const;

/** How a platform uses our attestation page, from nothing to the first completed session. */
export function HostedAttestation({ create, read, program }: AttestationGuide) {
  return (
    <>
      <Section id="attestation" title="How it works">
        <Prose text="You don’t need a compliance page of your own. Before you publish an upload, send its creator to ours. The number of faces you detect selects the path:" />
        <FactsTable
          caption="Paths of a session"
          columns={["Faces", "Path", "What the creator does", "Publish on"]}
          rows={PATHS}
        />
        <Sentences items={STEPS} ordered />
      </Section>
      <Section id="attestation-before" title="Before you start">
        <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
          <li>
            Create a live key under <TextLink href="/portal/keys">API keys</TextLink>, and export it as{" "}
            <InlineText text="`API_KEY`." />
          </li>
          <li>
            <InlineText text="You need a creator whose solo account is `active`. Replace `creator-42` below with your own id of them. " />
            <TextLink href="/docs/solo-accounts#provisionSoloAccount">Provision a solo account</TextLink> if you have
            none.
          </li>
          <li>
            Register an endpoint under <TextLink href="/portal/webhooks">Webhooks</TextLink>, and export its secret as{" "}
            <InlineText text="`WEBHOOK_SECRET`. Until it has a public URL, read the same events from the " />
            <TextLink href="/docs/events#readEvents">feed</TextLink>.{" "}
            <InlineText text="A service on your own machine takes `http://localhost:4000/webhooks` if it runs with `ALLOW_PRIVATE_WEBHOOKS=1`, which `npm start` sets." />
          </li>
        </ol>
        <p className="max-w-3xl">
          There is no sandbox: the creator gets an email, and a scene costs {moneyText(SCENE_FEE_CENTS)}, plus{" "}
          {moneyText(ONBOARDING_FEE_CENTS)} for each performer without an active account.
        </p>
      </Section>
      <Section id="attestation-create" title="Create a session">
        <Prose text="Create a session when the upload is ready. Store its `sessionId` with your content. Each call creates a new session, so after a timeout just call again. Creating one costs nothing." />
        <Examples examples={create} />
        <FactsTable
          caption="When a session is refused with 409"
          columns={["Code", "Why", "What you do"]}
          rows={REFUSALS}
        />
        <p className="max-w-3xl">
          <TextLink href="/docs/upload-sessions">Upload sessions</TextLink> lists every field. If you send no{" "}
          <InlineText text="`shootDate`, the creator enters the day. To see the page first, create a session in the " />
          <TextLink href="/portal/sessions">partner portal</TextLink>.
        </p>
      </Section>
      <Section id="attestation-return" title="Send the creator and take them back">
        <Prose text="Redirect the creator to `attestationUrl` with a 303. A button takes them back to your `redirectUrl`, with `sessionId` and `status` added to its query:" />
        <FactsTable caption="Status in the redirect" columns={["status", "Meaning", "What you do"]} rows={RETURNS} />
        <Prose text="Anyone can open your `redirectUrl` with any status. Read the session before you rely on it:" />
        <Examples examples={read} />
        <Sentences items={RULES} />
      </Section>
      <Section id="attestation-publish" title="Publish on the event">
        <Prose text="Publish on two events only. A session with several faces is `completed` long before everyone has signed: never publish on that status, or on the redirect." />
        <FactsTable caption="Events of a session" columns={["Event", "Meaning", "What you do"]} rows={EVENTS} />
        <p className="max-w-3xl">
          An attestation doesn’t log the content. After you publish,{" "}
          <TextLink href="/docs/content#logContent">log it</TextLink>. For a scene,{" "}
          <TextLink href="/docs/collab-scenes#registerPublication">register the publication</TextLink>.
        </p>
        <Prose text="`collab_scene.greenlit` has no `uploadSessionId` if its last signer registered for this scene. That is why you note the scene’s id when it is created. Reading the session returns it, too, as `sceneId`." />
      </Section>
      <Section id="attestation-program" title="Complete program">
        <Prose text="In Node (20 or later) and Python (3.9 or later), this is a whole platform without packages. Register `/webhooks` as your endpoint, set `PUBLIC_URL` to its origin, and open `/upload?creator=creator-42&faces=1`. With curl and PHP, read the events from the feed." />
        <Examples examples={program} />
      </Section>
    </>
  );
}
