import type { Change, ChangeAction } from "@/lib/domain/partners";

type Sentence = { text: string; href: string };
type Say = (change: Change, least: string) => Sentence;

const KEYS = "/portal/keys";
const TEAM = "/portal/team";
const CREATORS = "/portal/creators";
const CONTENT = "/portal/content";
const TITLE_SHOWN = 80;

const sentences: Record<ChangeAction, Say> = {
  "api_key.created": ({ subject }) => ({ text: `Key “${subject ?? "unknown"}” created`, href: KEYS }),
  "api_key.revoked": ({ subject }) => ({ text: `Key “${subject ?? "unknown"}” revoked`, href: KEYS }),
  "api_key.revocation_planned": ({ subject }) => ({
    text: `Revocation of the key “${subject ?? "unknown"}” planned`,
    href: KEYS,
  }),
  "api_key.revocation_cancelled": ({ subject }) => ({
    text: `Planned revocation of the key “${subject ?? "unknown"}” taken back`,
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
  "solo_account.provisioned": creators("provisioned", CREATORS),
  "solo_account.deactivated": creators("deactivated", `${CREATORS}?status=suspended`),
  "solo_account.reactivated": creators("reactivated", CREATORS),
  "depiction.removed": ({ count, subject, subjectId }, least) =>
    count === 1 && !least
      ? { text: `“${short(subject ?? "Content")}” taken down`, href: `${CONTENT}/${subjectId}` }
      : {
          text: `${least}${count.toLocaleString("en")} record${count === 1 ? "" : "s"} taken down`,
          href: `${CONTENT}?removed=yes`,
        },
  "content_import.finished": ({ subject, imported }) => ({
    text: `${imported?.failed ? "Import failed" : "Import"}: ${recordsOf(imported?.records ?? 0)} from ${subject ?? "a file"}`,
    href: CONTENT,
  }),
};

/** A change in words, without who made it, and where to see more. `complete` is false where counts are the least there were. */
export const changeText = (change: Change, complete: boolean): Sentence =>
  sentences[change.action](change, complete ? "" : "At least ");

function creators(what: string, list: string): Say {
  return ({ count, subject, subjectId }, least) =>
    count === 1 && !least
      ? { text: `Creator ${subject ?? ""} ${what}`, href: `${CREATORS}/${subjectId}` }
      : { text: `${least}${count.toLocaleString("en")} creator${count === 1 ? "" : "s"} ${what}`, href: list };
}

const recordsOf = (count: number): string => `${count.toLocaleString("en")} record${count === 1 ? "" : "s"}`;
const short = (title: string): string =>
  title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN).toWellFormed()}…` : title;
const who = (subject: string | null): string => subject ?? "Somebody";
const as = (role: string | null): string => (role ? ` as ${role}` : "");
