import { expect, it } from "vitest";
import { ACTIONS, type LedgerAction, type Words } from "@/lib/domain/core/ledger";
import { groupOf } from "./audit-log";
import { AUDIT_GROUPS, TEAM_GROUPS } from "./labels";

const ALL = Object.keys(ACTIONS) as LedgerAction[];
const wordsOf = (action: LedgerAction): Words => ACTIONS[action];
const inLogs = (action: LedgerAction) => (["teamLog", "staffLog"] as const).filter((log) => wordsOf(action)[log]);
const firstOf = (action: LedgerAction) => action.split(".")[0] ?? "";

/** What is administered, by an action's first word: each of its actions is in an audit log. */
const ADMINISTERED = [
  ...["api_key", "webhook_endpoint", "certificate_key", "ledger_key", "master_key", "payment_card"],
  ...["partner_invitation", "partner_member", "producer_invitation", "custodian", "platform_fee"],
  ...["session", "passkey", "authenticator_app", "recovery_code", "second_factors", "signin_link"],
  ...["backup", "inspection", "rehearsal", "sample", "hash_source"],
];

/** Records, people and decisions, which have histories of their own. Their actions that administer are declared one by one. */
const OTHERS = [
  ...[
    "certificate",
    "collab_scene",
    "content_import",
    "depiction",
    "examination",
    "golden_check",
    "identity_check",
    "identity_photo",
  ],
  ...["index", "index_entry", "link_request", "onboarding", "onboarding_link", "payment", "person", "person_alias"],
  ...["platform_invoice", "producer", "production", "record_package", "removal_report", "removal_request"],
  ...["roster_change", "scene_fee", "scene_performer", "statement", "solo_account", "subscription", "takedown"],
  ...["under_age_alert", "upload_session", "user", "verification_job", "demo", "partner"],
];

it("each action is administrative, and shown in a log, or declared to be none", () => {
  // An examiner exports what they examine.
  const isExport = (action: LedgerAction) => /[._]exported$/.test(action) && firstOf(action) !== "examination";
  for (const action of ALL) {
    const isAdministrative = ADMINISTERED.includes(firstOf(action)) || isExport(action);
    if (isAdministrative) expect(inLogs(action), action).not.toEqual([]);
    else expect(OTHERS, action).toContain(firstOf(action));
  }
  expect([...ADMINISTERED, ...OTHERS].filter((one) => !ALL.some((action) => firstOf(action) === one))).toEqual([]);
  expect(ADMINISTERED.filter((one) => OTHERS.includes(one))).toEqual([]);
});

it("shows teams no action about records or the people in them", () => {
  const ofTeam = ALL.filter((action) => wordsOf(action).teamLog && OTHERS.includes(firstOf(action)));
  expect(ofTeam.filter((action) => !/^(partner|platform_invoice)\.|\.exported$/.test(action))).toEqual([]);
});

it("offers of each log the groups that it has", () => {
  const groupsIn = (log: "teamLog" | "staffLog") => {
    const found = ALL.filter((action) => wordsOf(action)[log]).map(groupOf);
    return AUDIT_GROUPS.filter((group) => found.includes(group));
  };
  expect(groupsIn("teamLog")).toEqual(TEAM_GROUPS);
  expect(groupsIn("staffLog")).toEqual(AUDIT_GROUPS);
});
