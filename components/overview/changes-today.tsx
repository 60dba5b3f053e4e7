import { counted } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { Change, ChangeAction, Changes } from "@/lib/domain/events/changes";

const SHOWN = 5;

/** The latest changes since midnight. */
export const ChangesToday = ({ changes, complete }: Changes) => (
  <Section
    id="changes"
    title="Changed today"
    actions={changes.length > SHOWN ? <TextLink href="/portal/changes">All changes</TextLink> : null}
  >
    <Lines changes={changes.slice(0, SHOWN)} complete={complete} />
  </Section>
);

/** All changes to the partner's keys, team, producers, creators, scenes, productions and content since midnight. */
export const ChangesPage = (changes: Changes) => (
  <>
    <PageHeader
      title="Changed today"
      description="Keys, team, creators, scenes, productions, takedowns and imports since midnight."
      back={{ href: "/portal", label: "Overview" }}
    />
    <Lines {...changes} />
  </>
);

function Lines({ changes, complete }: Changes) {
  if (changes.length === 0) return <p className="border-line border-t py-2 text-muted">No changes yet</p>;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {changes.map((change) => (
        <Line key={`${change.action} ${change.subjectId} ${change.at.getTime()}`} change={change} complete={complete} />
      ))}
    </ul>
  );
}

function Line({ change, complete }: { change: Change; complete: boolean }) {
  const { text, href } = changeText(change, complete);
  // People join and leave on their own, so there is no author to show.
  const by = change.by && change.by.name !== change.subject ? change.by : null;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        <TextLink href={href}>{text}</TextLink>
        {by ? (
          <span className="text-muted"> by {by.kind === "key" ? `a program with the key “${by.name}”` : by.name}</span>
        ) : null}
      </span>
      <Time at={change.at} className="text-muted text-xs" />
    </li>
  );
}

type Sentence = { text: string; href: string };
type Say = (change: Change, least: string) => Sentence;

const KEYS = "/portal/keys";
const TEAM = "/portal/team";
const PRODUCTIONS = "/portal/productions";
const PRODUCERS = `${PRODUCTIONS}/producers`;
const JOBS = `${PRODUCTIONS}/jobs`;
const CREATORS = "/portal/creators";
const CONTENT = "/portal/content";
const SCENES = "/portal/scenes";
const TITLE_SHOWN = 80;

const sentences: Record<ChangeAction, Say> = {
  "api_key.created": ({ subject }) => ({ text: `Key “${subject ?? "unknown"}” created`, href: KEYS }),
  "api_key.access_changed": ({ subject }) => ({
    text: `Access of key “${subject ?? "unknown"}” changed`,
    href: KEYS,
  }),
  "api_key.revoked": ({ subject }) => ({ text: `Key “${subject ?? "unknown"}” revoked`, href: KEYS }),
  "api_key.revocation_planned": ({ subject }) => ({
    text: `Revocation of key “${subject ?? "unknown"}” scheduled`,
    href: KEYS,
  }),
  "api_key.revocation_cancelled": ({ subject }) => ({
    text: `Revocation of key “${subject ?? "unknown"}” canceled`,
    href: KEYS,
  }),
  "partner_invitation.sent": ({ subject, role }) => ({ text: `${who(subject)} invited${as(role)}`, href: TEAM }),
  "partner_invitation.accepted": ({ subject, role }) => ({
    text: `${who(subject)} joined the team${as(role)}`,
    href: TEAM,
  }),
  "partner_invitation.withdrawn": ({ subject }) => ({ text: `Invitation of ${who(subject)} withdrawn`, href: TEAM }),
  "partner_member.role_changed": ({ subject, role }) => ({
    text: `${who(subject)} is now ${role ?? "in another role"}`,
    href: TEAM,
  }),
  "partner_member.left": ({ subject }) => ({ text: `${who(subject)} left the team`, href: TEAM }),
  "partner_member.removed": ({ subject }) => ({ text: `${who(subject)} removed from the team`, href: TEAM }),
  "producer_invitation.sent": ({ subject }) => ({ text: `${who(subject)} invited as a producer`, href: PRODUCERS }),
  "producer_invitation.accepted": ({ subject }) => ({ text: `${who(subject)} joined as a producer`, href: PRODUCERS }),
  "producer_invitation.withdrawn": ({ subject }) => ({
    text: `Invitation of producer ${subject ?? ""} withdrawn`,
    href: PRODUCERS,
  }),
  "solo_account.provisioned": creators("provisioned", CREATORS),
  "solo_account.deactivated": creators("deactivated", `${CREATORS}?status=suspended`),
  "solo_account.reactivated": creators("reactivated", CREATORS),
  "collab_scene.created": scenes("created", SCENES),
  "collab_scene.greenlit": scenes("greenlit", `${SCENES}?status=greenlit`),
  "collab_scene.blocked": scenes("blocked: signatures missing after 14 days", `${SCENES}?status=blocked`),
  "collab_scene.cancelled": scenes("canceled", `${SCENES}?status=cancelled`),
  "collab_scene.performer_consented": decisions({ did: "consented to", several: "consent", list: SCENES }),
  "collab_scene.performer_refused": decisions({ did: "refused", several: "refusal", list: `${SCENES}?status=blocked` }),
  "collab_scene.publication_created": publications({ did: "published", several: "" }),
  "collab_scene.publication_removed": publications({ did: "removed", several: "removed " }),
  "production.created": productions((title) => `Production ${title} created`, "created"),
  "production.partner_linked": productions((title) => `Production ${title} linked to you`, "linked to you"),
  "production.documented": productions((title) => `Production ${title} documented`, "documented"),
  "production.certificate_renewed": productions((title) => `Certificate of ${title} renewed`, "renewed"),
  "production.takedown_requested": productions((title) => `Removal of ${title} requested`, "requested to be removed"),
  "production.records_inspected": productions(
    (title) => `Records of ${title} shown to an inspector`,
    "shown to an inspector",
  ),
  "verification_job.started": jobs((_, title) => `Verification job ${title} started`, "verification job", "started"),
  "verification_job.cancelled": jobs(
    (_, title) => `Verification job ${title} canceled`,
    "verification job",
    "canceled",
  ),
  "performer.forms_signed": jobs((email, title) => `${email} signed for ${title}`, "release", "signed"),
  "performer.id_verified": jobs((email, title) => `${email} verified for ${title}`, "performer", "verified"),
  "depiction.removed": ({ count, subject, subjectId }, least) =>
    count === 1 && !least
      ? { text: `“${short(subject ?? "Content")}” taken down`, href: `${CONTENT}/${subjectId}` }
      : {
          text: `${least}${counted(count, "record")} taken down`,
          href: `${CONTENT}?removed=yes`,
        },
  "content_import.finished": ({ subject, imported }) => ({
    text: `${imported?.failed ? "Import failed" : "Import"}: ${counted(imported?.records ?? 0, "record")} from ${subject ?? "a file"}`,
    href: CONTENT,
  }),
};

/** A change in words, without its author, and where to see more. If `complete` is false, counts are minimums. */
const changeText = (change: Change, complete: boolean): Sentence =>
  sentences[change.action](change, complete ? "" : "At least ");

function creators(what: string, list: string): Say {
  return ({ count, subject, subjectId }, least) =>
    count === 1 && !least
      ? { text: `Creator ${subject ?? ""} ${what}`, href: `${CREATORS}/${subjectId}` }
      : { text: `${least}${counted(count, "creator")} ${what}`, href: list };
}

function scenes(what: string, list: string): Say {
  return (change, least) =>
    change.count === 1 && !least
      ? { text: `Scene ${titleOf(change)} ${what}`, href: `${SCENES}/${change.subjectId}` }
      : { text: `${least}${counted(change.count, "scene")} ${what}`, href: list };
}

function decisions({ did, several, list }: { did: string; several: string; list: string }): Say {
  return (change, least) =>
    change.count === 1 && !least
      ? { text: `${who(change.performer)} ${did} ${titleOf(change)}`, href: `${SCENES}/${change.subjectId}` }
      : { text: `${least}${counted(change.count, several)} received`, href: list };
}

function publications({ did, several }: { did: string; several: string }): Say {
  return (change, least) =>
    change.count === 1 && !least
      ? { text: `Another platform ${did} ${titleOf(change)}`, href: `${SCENES}/${change.subjectId}` }
      : { text: `${least}${counted(change.count, "publication")} ${several}by other platforms`, href: SCENES };
}

function productions(one: (title: string) => string, several: string): Say {
  return (change, least) =>
    change.count === 1 && !least
      ? { text: one(titleOf(change)), href: `${PRODUCTIONS}/${change.subjectId}` }
      : { text: `${least}${counted(change.count, "production")} ${several}`, href: PRODUCTIONS };
}

function jobs(one: (performer: string, title: string) => string, what: string, did: string): Say {
  return (change, least) =>
    change.count === 1 && !least
      ? { text: one(who(change.performer), titleOf(change)), href: `${JOBS}/${change.subjectId}` }
      : { text: `${least}${counted(change.count, what)} ${did}`, href: JOBS };
}

const titleOf = ({ subject }: Change): string => `“${short(subject ?? "Untitled")}”`;
const short = (title: string): string =>
  title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN).toWellFormed()}…` : title;
const who = (subject: string | null): string => subject ?? "A person";
const as = (role: string | null): string => (role ? ` as ${role}` : "");
