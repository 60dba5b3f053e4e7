/** Every action in the ledger, by its subject. Existing entries keep these names forever. */
type Actions = {
  api_key: "created" | "revoked" | "revocation_planned" | "revocation_cancelled";
  // About a production's certificates. The subject is the production.
  certificate: "issued" | "renewed" | "revoked" | "reminded" | "imported";
  certificate_key: "rotated";
  collab_scene:
    | "created"
    | "announced"
    | "greenlit"
    | "blocked"
    | "cancelled"
    | "viewed"
    | "erased"
    | "hold_placed"
    | "hold_lifted"
    | "extended"
    | "publication_registered"
    | "publication_removed";
  content_import: "started" | "finished" | "discarded";
  content_log: "exported";
  custodian: "appointed" | "dismissed";
  demo: "seeded";
  depiction: "logged" | "copy_stored" | "removed" | "erased" | "opened" | "viewed" | "hold_placed" | "hold_lifted";
  identity_check:
    | "started"
    | "taken_over"
    | "details_saved"
    | "age_questioned"
    | "document_saved"
    | "session_opened"
    | "submitted"
    | "viewed"
    | "opened"
    | "approved"
    | "rejected"
    | "imported"
    | "draft_purged"
    | "refused_under_age";
  identity_photo: "added" | "removed" | "viewed";
  index: "searched";
  index_entry: "erased";
  inspection: "entered";
  link_request: "asked" | "approved" | "declined" | "withdrawn";
  master_key: "rewrapped" | "secrets_recorded";
  onboarding: "code_sent" | "mailbox_proven";
  onboarding_link: "mailed" | "opened";
  partner: "created" | "activated" | "deactivated";
  partner_invitation: "sent" | "accepted" | "withdrawn";
  partner_member: "role_changed" | "left" | "removed";
  payment: "disputed";
  passkey: "added" | "renamed" | "removed";
  // A custodian viewed the record of a depiction, scene or production that the person is in, or what they attested to. The depiction
  // has `depiction.opened`, the scene `collab_scene.viewed`, the production `production.viewed`, the session `upload_session.viewed`.
  person:
    | "record_viewed"
    | "scene_viewed"
    | "production_viewed"
    | "attestation_viewed"
    | "of_age_in_production"
    | "under_age_in_production"
    | "day_moved_back";
  person_alias: "added" | "retired" | "resumed";
  platform_fee: "lapsed" | "restored";
  platform_invoice:
    | "drafted"
    | "opened"
    | "payment_failed"
    | "paid"
    | "voided"
    | "written_off"
    | "settled"
    | "paid_twice"
    | "waits_for_owner";
  producer: "created" | "renamed";
  producer_invitation: "sent" | "accepted" | "withdrawn";
  // `viewed` by a custodian, `records_inspected` by an inspector.
  production:
    | "created"
    | "edited"
    | "partner_linked"
    | "scene_added"
    | "scene_removed"
    | "depictions_added"
    | "depictions_removed"
    | "sealing_started"
    | "sealed"
    | "sealing_failed"
    | "seal_held"
    | "seal_released"
    | "package_downloaded"
    | "documented"
    | "takedown_requested"
    | "frozen"
    | "takedown_confirmed"
    | "takedown_rejected"
    | "taken_down"
    | "takedown_complete"
    | "revoked"
    | "viewed"
    | "records_inspected";
  production_list: "exported";
  removal_report: "frozen" | "exported";
  removal_request:
    | "filed"
    | "viewed"
    | "assigned"
    | "released"
    | "targets_added"
    | "matched"
    | "item_attached"
    | "item_dismissed"
    | "item_confirmed"
    | "item_already_removed"
    | "rejection_proposed"
    | "item_rejected"
    | "closing_proposed"
    | "asked"
    | "answered"
    | "decided"
    | "appealed"
    | "withdrawn"
    | "code_sent"
    | "code_entered"
    | "custodians_mailed"
    | "ordered_at_console";
  roster: "exported";
  roster_change: "started" | "finished";
  // About a scene's fee. The subject is the scene.
  scene_fee:
    | "charged"
    | "charge_failed"
    | "try_started"
    | "reversed"
    | "reversal_undone"
    | "paid_twice"
    | "second_refunded"
    | "refund_refused";
  scene_list: "exported";
  scene_performer:
    | "invited"
    | "reminded"
    | "mail_accepted"
    | "mail_refused"
    | "copy_stored"
    | "copy_downloaded"
    | "opened_in_account"
    | "code_sent"
    | "code_entered"
    | "page_viewed"
    | "signed"
    | "consented"
    | "under_age_at_shoot"
    | "refused"
    | "viewed";
  session: "started" | "ended" | "others_ended";
  signin_link: "created";
  statement: "saved" | "published" | "withdrawn";
  // `hold_placed` and `hold_lifted` of an account mean suspensions; only depictions and scenes have legal holds.
  solo_account: "provisioned" | "status_changed" | "hold_placed" | "hold_lifted" | "viewed";
  subscription:
    | "started"
    | "payment_failed"
    | "payment_recovered"
    | "ended"
    | "second_ended"
    | "second_refunded"
    | "granted"
    | "lapsed";
  // About the mail of several, the subject is the partner.
  takedown: "opened" | "closed" | "url_checked" | "mailed";
  takedown_list: "exported";
  under_age_alert: "closed";
  upload_session: "created" | "completed" | "under_age_on_day" | "copy_downloaded" | "viewed" | "erased";
  upload_session_list: "exported";
  user: "created";
  verification_job: "started" | "cancelled";
  verification_job_list: "exported";
  webhook_endpoint:
    | "created"
    | "edited"
    | "enabled"
    | "paused"
    | "deleted"
    | "secret_rotated"
    | "secret_viewed"
    | "overlap_ended"
    | "delivery_resent"
    | "replayed"
    | "tested";
};

/** A change or a view, e.g. `solo_account.provisioned`, `identity_photo.viewed`. */
export type LedgerAction = { [Kind in keyof Actions]: `${Kind}.${Actions[Kind]}` }[keyof Actions];

/** The kinds of subjects an entry can be about. */
export type SubjectKind =
  | "api_key"
  | "certificate_key"
  | "collab_scene"
  | "content_import"
  | "depiction"
  | "identity_check"
  | "inspection"
  | "link_request"
  | "master_key"
  | "onboarding_link"
  | "partner"
  | "partner_invitation"
  | "person"
  | "platform_invoice"
  | "producer"
  | "producer_invitation"
  | "production"
  | "removal_report"
  | "removal_request"
  | "roster_change"
  | "scene_performer"
  | "solo_account"
  | "takedown"
  | "upload_session"
  | "user"
  | "verification_job"
  | "webhook_endpoint";
