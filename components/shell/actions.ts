import type { Role } from "@/lib/domain/core/context";
import { type Capability, may } from "@/lib/domain/parties/people/roles";
import {
  NEW_JOB_PATH,
  NEW_PRODUCTION_PATH,
  newSessionHref,
  PRODUCERS_PATH,
  TAKEDOWNS_PATH,
  takedownHref,
} from "./addresses";
import { wordsIn } from "./words";

/** The group of acts in the search. */
export const ACTIONS = "Actions";

/** What an act is done to, if not to the partner. */
export type Subject = "key" | "endpoint" | "takedown";

/** Something to do, which ⌘K offers. It opens the form or dialog for it, and changes nothing itself. */
export type Act = {
  label: string;
  /** Other words that find it. The first words of its label and these may stand before a subject’s name. */
  words: string;
  to: Capability;
  /** Where to do it, or to choose a subject. */
  href: string;
  /** With a subject chosen: “Rotate” a key. */
  each?: { of: Subject; verb: string; href: (id: string) => string };
};

/** `?do=` in a page’s URL opens what has this word as `data-do`. See OpenByAddress. */
const opened = (path: string, word: string): string => `${path}?do=${word}`;

const KEYS = "/portal/keys";
const WEBHOOKS = "/portal/webhooks";

const ACTS: readonly Act[] = [
  {
    label: "Provision a creator",
    words: "add create new onboard invite",
    to: "manage_records",
    href: "/portal/creators/new",
  },
  {
    label: "Mark a takedown as done",
    words: "finish close taken down removal",
    to: "manage_records",
    href: TAKEDOWNS_PATH,
    each: { of: "takedown", verb: "Mark as taken down", href: (id) => opened(takedownHref({ id }), "done") },
  },
  { label: "Create a key", words: "add new api token secret", to: "manage_integration", href: opened(KEYS, "create") },
  {
    label: "Rotate a key",
    words: "replace renew change api token secret",
    to: "manage_integration",
    href: KEYS,
    each: { of: "key", verb: "Rotate", href: (id) => `${KEYS}/${id}/rotate` },
  },
  {
    label: "Revoke a key",
    words: "delete remove end api token secret",
    to: "manage_integration",
    href: KEYS,
    each: { of: "key", verb: "Revoke", href: (id) => opened(KEYS, `revoke-${id}`) },
  },
  {
    label: "Send a test event",
    words: "ping try webhook endpoint",
    to: "manage_webhooks",
    href: WEBHOOKS,
    each: { of: "endpoint", verb: "Send a test event to", href: (id) => `${WEBHOOKS}/${id}/test` },
  },
  { label: "Add an endpoint", words: "create new webhook url", to: "manage_webhooks", href: `${WEBHOOKS}/new` },
  {
    label: "Rehearse events",
    words: "try sandbox creator webhook trigger",
    to: "manage_webhooks",
    href: `${WEBHOOKS}/rehearsal`,
  },
  {
    label: "Invite a teammate",
    words: "add new member person",
    to: "manage_team",
    href: opened("/portal/team", "invite"),
  },
  { label: "Create an upload session", words: "add new", to: "manage_integration", href: newSessionHref() },
  { label: "Create a production", words: "add new register", to: "manage_records", href: NEW_PRODUCTION_PATH },
  { label: "Start a verification job", words: "add create new", to: "manage_records", href: NEW_JOB_PATH },
  { label: "Invite a producer", words: "add new", to: "manage_records", href: opened(PRODUCERS_PATH, "invite") },
  { label: "Import content", words: "upload csv records", to: "manage_records", href: "/portal/content/import" },
];

/** What a role may do. */
export const actsFor = (role: Role): Act[] => ACTS.filter(({ to }) => may(role, to));

const SHORTEST = 3;

/** The acts on a subject that a query starts with, and the rest of it, which names the subject: “rotate key import”. */
export function actsIn(query: string, role: Role): { each: NonNullable<Act["each"]>; name: string }[] {
  const [first = "", ...rest] = wordsIn(query);
  return actsFor(role).flatMap(({ label, words, each }) => {
    const own = wordsIn(`${label} ${words}`);
    if (!each || first.length < SHORTEST || !own.some((word) => word.startsWith(first))) return [];
    return [{ each, name: rest.filter((word) => !own.includes(word)).join(" ") }];
  });
}
