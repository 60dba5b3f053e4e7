import type { LegalBasis } from "@/prisma/generated/client";

/** How long the shortened time to sign is. */
export const CLOCK_MINUTES = 2;

type Group = { title: string; steps: readonly { name: string; label: string; what: string }[] };

/** The steps of a rehearsal in the order of its page: the words of each button, and what it sends. */
export const GROUPS = [
  {
    title: "Creator",
    steps: [
      { name: "verify", label: "Verify creator", what: "solo_account.verified" },
      { name: "suspend", label: "Suspend creator", what: "solo_account.suspended" },
      { name: "restore", label: "Restore creator", what: "solo_account.verified" },
    ],
  },
  {
    title: "Content",
    steps: [
      { name: "log", label: "Log content", what: "content_log.created" },
      { name: "store", label: "Store copy", what: "content_log.copy_stored" },
      { name: "remove", label: "Take content down", what: "content_log.deleted" },
    ],
  },
  {
    title: "Scene",
    steps: [
      { name: "create", label: "Create scene", what: "collab_scene.created" },
      { name: "sign", label: "Sign release", what: "collab_scene.greenlit" },
      { name: "refuse", label: "Refuse release", what: "collab_scene.performer_refused" },
      { name: "clock", label: `Expire scene in ${CLOCK_MINUTES} minutes`, what: "collab_scene.blocked" },
      { name: "expire", label: "Expire scene now", what: "collab_scene.blocked" },
    ],
  },
  {
    title: "Production",
    steps: [{ name: "request", label: "File removal request", what: "production.takedown_requested" }],
  },
] as const satisfies readonly Group[];

export type StepName = (typeof GROUPS)[number]["steps"][number]["name"];

export const STEP_NAMES = GROUPS.flatMap(({ steps }) => steps.map(({ name }) => name)) as [StepName, ...StepName[]];

/** The deadlines that a team can rehearse: those of the law, and two for a working day. `hours`: instead of the basis's own. */
export const DEADLINES = {
  take_it_down: { label: "48 hours, as the TAKE IT DOWN Act asks", basis: "NCII_TAKE_IT_DOWN", hours: null },
  state_law: { label: "72 hours, as state law asks", basis: "NCII_STATE", hours: null },
  card_brands: { label: "7 business days, as the card brands ask", basis: "AN_5196_APPEAL", hours: null },
  four_hours: { label: "4 hours, for a drill", basis: "NCII_TAKE_IT_DOWN", hours: 4 },
  one_hour: { label: "1 hour, for a drill", basis: "NCII_TAKE_IT_DOWN", hours: 1 },
} as const satisfies Record<string, { label: string; basis: LegalBasis; hours: number | null }>;

export type DeadlineName = keyof typeof DEADLINES;
export const DEADLINE_NAMES = Object.keys(DEADLINES) as [DeadlineName, ...DeadlineName[]];

/** What a rehearsal says must come down. */
export const REHEARSED_TITLE = "Rehearsed production";
export const REHEARSED_URL = "https://platform.example.com/rehearsed-production";

/** Where a deadline rehearsal is. `late`: running past its deadline, or ended after it. */
export type DeadlineStatus = "running" | "late" | "in_time" | "canceled";
