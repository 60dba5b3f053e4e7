/**
 * Who reads histories. `partner`: entries in the partner's part of the ledger, by any actor. `team`: what the partner's own team and keys did.
 * `scene`: the partner that created a scene, and `extender`: one that extended it, of its own. `linked`: the producer of a production
 * and the partners linked to it. `person`: whose ID, record or release it is. `release`: the certificate of completion of a signed
 * release.
 */
export type Audience = "custodian" | "partner" | "team" | "scene" | "extender" | "linked" | "person" | "release";

/** What an audience may read of an entry beside who did what and when. Custodians read everything. */
export type Shown = "reason" | "requestId" | "count" | "from" | "to";

/**
 * The audit logs, of administrative acts. `teamLog`: in a partner's part of the ledger, for its owners. `staffLog`: what custodians did
 * and operators at the console, for custodians.
 */
export type AuditLog = "teamLog" | "staffLog";

/** An action in words for each audience that may see it. A custodian's and a person's follow the actor's name. */
export type Words = { readonly [Reader in Audience | AuditLog]?: string } & {
  /** What partners and producers may read beside the words. */
  readonly shows?: readonly Shown[];
  /** Partners see it with this reason only. */
  readonly onlyFor?: string;
};

/** Every action in the ledger, by its subject. Existing entries keep these names forever. */
export const ACTIONS = {
  "api_key.created": { teamLog: "Created an API key", staffLog: "Created an API key" },
  "api_key.access_changed": { teamLog: "Changed a key’s access", staffLog: "Changed a key’s access" },
  "api_key.revoked": { teamLog: "Revoked an API key", staffLog: "Revoked an API key" },
  "api_key.revocation_planned": { teamLog: "Scheduled a key’s revocation" },
  "api_key.revocation_cancelled": { teamLog: "Canceled a key’s revocation" },
  "backup.started": { staffLog: "Started a backup" },
  // About a production's certificates. The subject is the production.
  "certificate.issued": { custodian: "issued a certificate" },
  "certificate.renewed": { custodian: "renewed the certificate", linked: "Certificate renewed" },
  "certificate.revoked": { custodian: "revoked the certificates", staffLog: "Revoked a production’s certificates" },
  "certificate.reminded": { custodian: "reminded the producer that the certificate ends" },
  "certificate.imported": {
    custodian: "imported certificates",
    linked: "Certificates imported",
    staffLog: "Imported certificates",
  },
  "certificate_key.rotated": { staffLog: "Rotated the certificates’ signing key" },
  "collab_scene.created": { custodian: "created the scene", team: "Created", scene: "Created" },
  "collab_scene.announced": { custodian: "announced the scene" },
  "collab_scene.greenlit": { custodian: "greenlit the scene", scene: "Greenlit" },
  "collab_scene.blocked": { custodian: "blocked the scene", scene: "Blocked" },
  "collab_scene.cancelled": { custodian: "canceled the scene", team: "Canceled", scene: "Canceled" },
  "collab_scene.viewed": { custodian: "viewed the record" },
  "collab_scene.erased": { custodian: "erased the scene" },
  "collab_scene.hold_placed": { custodian: "placed a legal hold", staffLog: "Placed a legal hold on a scene" },
  "collab_scene.hold_lifted": { custodian: "lifted a legal hold", staffLog: "Lifted a scene’s legal hold" },
  "collab_scene.extended": { custodian: "extended the scene to their platform", extender: "Extended" },
  "collab_scene.publication_registered": {
    custodian: "registered a publication",
    scene: "Published",
    extender: "Published",
  },
  "collab_scene.publication_removed": {
    custodian: "removed a publication",
    scene: "Removed",
    extender: "Removed",
    shows: ["reason"],
  },
  "confirmed_hashes.exported": { staffLog: "Exported hashes of confirmed copies" },
  "content_import.started": { staffLog: "Started an import of content" },
  "content_import.finished": {},
  "content_import.discarded": {},
  "content_log.exported": { teamLog: "Exported the content log" },
  "custodian.appointed": { staffLog: "Appointed a custodian" },
  "custodian.dismissed": { staffLog: "Dismissed a custodian" },
  "custodian.pictures_set": { staffLog: "Changed how pictures open for them" },
  "demo.seeded": {},
  "depiction.logged": { custodian: "logged it", partner: "Logged", shows: ["reason", "requestId"] },
  "depiction.copy_stored": {
    custodian: "confirmed the copy",
    partner: "Copy confirmed",
    shows: ["reason", "requestId"],
  },
  "depiction.removal_matched": {
    custodian: "found a confirmed removal of it",
    partner: "Matches a confirmed removal",
    shows: ["reason", "requestId"],
  },
  "depiction.removed": { custodian: "took it down", partner: "Taken down", shows: ["reason", "requestId"] },
  "depiction.erased": { custodian: "erased it" },
  "depiction.opened": { custodian: "opened the record" },
  "depiction.viewed": { custodian: "viewed the copy", partner: "Copy viewed", shows: ["reason", "requestId"] },
  "depiction.listing_decided": { custodian: "compared it with a hash that others share" },
  "depiction.hold_placed": { custodian: "placed a legal hold", staffLog: "Placed a legal hold on a depiction" },
  "depiction.hold_lifted": { custodian: "lifted a legal hold", staffLog: "Lifted a depiction’s legal hold" },
  "examination.entered": { custodian: "entered the examination", staffLog: "Entered an examination" },
  "examination.scope_changed": { custodian: "changed the scope", staffLog: "Changed an examination’s scope" },
  "examination.order_added": { custodian: "added the court’s order", staffLog: "Added a court’s order" },
  "examination.order_opened": { custodian: "opened the court’s order", staffLog: "Opened a court’s order" },
  "examination.confirmed": { custodian: "confirmed the examination", staffLog: "Confirmed an examination" },
  "examination.access_shown": {
    custodian: "opened the link and the code",
    staffLog: "Opened an examination’s link and code",
  },
  "examination.access_replaced": {
    custodian: "replaced the link and the code",
    staffLog: "Replaced an examination’s link and code",
  },
  "examination.link_mailed": { custodian: "mailed the link", staffLog: "Mailed an examination’s link" },
  "examination.code_entered": { custodian: "entered the code" },
  "examination.code_refused": { custodian: "entered a wrong code" },
  "examination.index_viewed": { custodian: "viewed the overview or an index" },
  "examination.exported": { custodian: "downloaded the index" },
  "examination.question_asked": { custodian: "asked a question" },
  "examination.question_answered": { custodian: "answered a question" },
  "examination.sample_downloaded": { custodian: "downloaded the sample" },
  "examination.narrowed": { custodian: "narrowed the examination", staffLog: "Narrowed an examination" },
  "examination.ended": { custodian: "ended the examination", staffLog: "Ended an examination" },
  "examination.reported": { custodian: "made the report", staffLog: "Made an examination’s report" },
  "examination.report_downloaded": {
    custodian: "downloaded the report",
    staffLog: "Downloaded an examination’s report",
  },
  // About known cases for reviewers. Never about the check that a custodian sees: when one is planted is in no log either.
  "golden_check.made": { staffLog: "Made a known case" },
  "golden_check.photo_added": {},
  "golden_check.planted": {},
  "golden_check.decided": {},
  "golden_check.cleared": {},
  "golden_check.retired": { staffLog: "Retired a known case" },
  "hash_source.added": { staffLog: "Added a source of hashes" },
  "hash_source.changed": { staffLog: "Changed a source of hashes" },
  "hash_source.key_set": { staffLog: "Set the keys of a source of hashes" },
  "hash_source.ending": { staffLog: "Started ending a source of hashes" },
  "hash_source.ended": { staffLog: "Ended a source of hashes" },
  "hash_source.imported": { staffLog: "Imported a file of hashes" },
  "hash_source.fetched": { staffLog: "Fetched hashes" },
  "hash_source.submitted": { staffLog: "Submitted hashes" },
  "identity_check.started": { custodian: "started the check" },
  "identity_check.taken": { custodian: "took the check" },
  "identity_check.reassigned": { custodian: "reassigned the check to a colleague" },
  // What earlier entries call it.
  "identity_check.handed_over": { custodian: "reassigned the check to a colleague" },
  "identity_check.released": { custodian: "put the check back" },
  "identity_check.taken_over": { custodian: "continued in another browser" },
  "identity_check.details_saved": { custodian: "entered their details" },
  "identity_check.age_questioned": { custodian: "entered a birth date under 18 and was asked to confirm it" },
  "identity_check.document_saved": { custodian: "entered the document" },
  "identity_check.document_read": { custodian: "read the photos of the document" },
  "identity_check.handoff_started": { custodian: "showed a link to take the photos with a phone" },
  "identity_check.handoff_used": { custodian: "continued with the photos on a phone" },
  "identity_check.handoff_finished": { custodian: "finished the photos on a phone" },
  "identity_check.handoff_ended": { custodian: "took the photos back from a phone" },
  "identity_check.session_opened": { custodian: "opened the verification service" },
  "identity_check.submitted": { custodian: "sent the check" },
  "identity_check.viewed": { custodian: "viewed the check", person: "viewed your ID check" },
  "identity_check.opened": { custodian: "opened the photos", person: "opened your ID photos" },
  "identity_check.photos_asked": {
    custodian: "asked for a better photo",
    person: "asked you for a better photo",
  },
  "identity_check.photos_sent": { custodian: "sent the better photos" },
  "identity_check.noted": { custodian: "wrote a note" },
  "identity_check.opinion_asked": { custodian: "asked for a second opinion" },
  "identity_check.opinion_withdrawn": { custodian: "no longer waits for a second opinion" },
  "identity_check.approval_recommended": { custodian: "recommended approving, as a second opinion" },
  "identity_check.rejection_recommended": { custodian: "recommended rejecting, as a second opinion" },
  // What earlier answers said.
  "identity_check.agreed": { custodian: "agreed, as a second opinion" },
  "identity_check.disagreed": { custodian: "disagreed, as a second opinion" },
  "identity_check.approved": { custodian: "approved the check", person: "approved your ID" },
  "identity_check.rejected": { custodian: "rejected the check", person: "rejected your ID" },
  "identity_check.imported": { custodian: "imported a verification", staffLog: "Imported a verification" },
  "identity_check.draft_purged": {},
  "identity_check.refused_under_age": {},
  "identity_photo.added": { custodian: "sent a photo" },
  "identity_photo.removed": { custodian: "removed a photo" },
  "identity_photo.viewed": { custodian: "viewed a photo", person: "viewed a photo of your ID check" },
  "index.searched": { person: "found you in an index search" },
  "index_entry.erased": {},
  "inspection.entered": { staffLog: "Recorded an inspection" },
  "ledger_key.added": { staffLog: "Added a ledger key" },
  "ledger_key.retired": { staffLog: "Retired a ledger key" },
  "link_request.asked": { custodian: "sent the link request" },
  "link_request.approved": { custodian: "approved the link" },
  "link_request.declined": { custodian: "declined the link" },
  "link_request.withdrawn": { custodian: "unlinked the platform" },
  "master_key.rewrapped": { staffLog: "Rewrapped secrets under the master key" },
  "master_key.secrets_recorded": { staffLog: "Recorded the service’s secrets" },
  "onboarding.code_sent": { custodian: "requested a code" },
  "onboarding.mailbox_proven": { custodian: "verified their email address" },
  "onboarding_link.mailed": {},
  "onboarding_link.opened": {},
  "partner.created": { teamLog: "Created the partner", staffLog: "Created the partner" },
  "partner.activated": { teamLog: "Activated the partner", staffLog: "Activated the partner" },
  "partner.deactivated": { teamLog: "Deactivated the partner", staffLog: "Deactivated the partner" },
  "partner.limits_set": { teamLog: "Set the partner’s limits", staffLog: "Set the partner’s limits" },
  "partner.second_factor_required": { teamLog: "Required a second factor of the team" },
  "partner.second_factor_optional": { teamLog: "Made the second factor optional" },
  "partner_invitation.sent": { teamLog: "Invited a team member" },
  "partner_invitation.accepted": { teamLog: "Joined the team" },
  "partner_invitation.withdrawn": { teamLog: "Withdrew a team invitation" },
  "partner_member.role_changed": { teamLog: "Changed a member’s role" },
  "partner_member.left": { teamLog: "Left the team" },
  "partner_member.removed": { teamLog: "Removed a team member" },
  "payment.disputed": {},
  "payment_card.page_opened": { teamLog: "Opened the page to save a card" },
  "authenticator_app.added": { teamLog: "Added an authenticator app", staffLog: "Added an authenticator app" },
  "authenticator_app.removed": { teamLog: "Removed an authenticator app", staffLog: "Removed an authenticator app" },
  "recovery_code.made": { teamLog: "Made new recovery codes", staffLog: "Made new recovery codes" },
  "recovery_code.used": { teamLog: "Used a recovery code", staffLog: "Used a recovery code" },
  "second_factors.removed": {
    teamLog: "Removed a person’s second factors",
    staffLog: "Removed a person’s second factors",
  },
  "passkey.added": { teamLog: "Added a passkey", staffLog: "Added a passkey" },
  "passkey.renamed": { teamLog: "Renamed a passkey", staffLog: "Renamed a passkey" },
  "passkey.removed": { teamLog: "Removed a passkey", staffLog: "Removed a passkey" },
  // A custodian viewed the record of a depiction, scene or production that the person is in, or what they attested to. The depiction
  // has `depiction.opened`, the scene `collab_scene.viewed`, the production `production.viewed`, the session `upload_session.viewed`.
  "person.record_viewed": { person: "viewed the record of a work you are in" },
  "person.scene_viewed": { person: "viewed the record of a scene you are in" },
  "person.production_viewed": { person: "viewed the record of a production you are in" },
  "person.package_downloaded": { person: "downloaded a package with your records" },
  "person.attestation_viewed": { person: "downloaded a statement you attested to" },
  "person.of_age_in_production": {},
  "person.under_age_in_production": {},
  "person.day_moved_back": {},
  "person_alias.added": {},
  "person_alias.retired": {},
  "person_alias.resumed": {},
  "platform_fee.lapsed": { teamLog: "Platform fee lapsed", staffLog: "Platform fee lapsed" },
  "platform_fee.restored": { teamLog: "Platform fee restored", staffLog: "Platform fee restored" },
  "platform_invoice.drafted": {},
  "platform_invoice.opened": {},
  "platform_invoice.payment_failed": { teamLog: "Tried to pay an invoice" },
  "platform_invoice.paid": { teamLog: "Paid an invoice" },
  "platform_invoice.voided": {},
  "platform_invoice.written_off": {},
  "platform_invoice.settled": {
    teamLog: "Closed an invoice as paid by other means",
    staffLog: "Closed an invoice as paid by other means",
  },
  "platform_invoice.paid_twice": {},
  "platform_invoice.waits_for_owner": {},
  "platform_invoice.lines_exported": { teamLog: "Exported an invoice’s lines" },
  "producer.created": {},
  "producer.renamed": {},
  "producer_invitation.sent": { teamLog: "Invited a producer", staffLog: "Invited a producer" },
  "producer_invitation.accepted": { teamLog: "Accepted a producer’s invitation" },
  "producer_invitation.withdrawn": { teamLog: "Withdrew a producer’s invitation" },
  "production.created": { custodian: "created the production", linked: "Created" },
  "production.edited": { custodian: "edited the title or the date", linked: "Details changed" },
  "production.partner_linked": { custodian: "linked a partner", linked: "Linked" },
  "production.scene_added": { custodian: "added a scene with its performers", linked: "Scene added" },
  "production.scene_removed": { custodian: "removed a scene with its performers", linked: "Scene removed" },
  "production.depictions_added": { custodian: "added depictions", linked: "Depictions added", shows: ["count"] },
  "production.depictions_removed": { custodian: "removed depictions", linked: "Depictions removed", shows: ["count"] },
  "production.sealing_started": { custodian: "certified the records", linked: "Sealing started" },
  "production.sealed": { custodian: "sealed the records", linked: "Records sealed" },
  "production.sealing_failed": { custodian: "could not seal the records", linked: "Sealing failed" },
  "production.seal_held": { custodian: "stopped sealing until a custodian releases it" },
  "production.seal_released": { custodian: "released the seal", staffLog: "Released a held seal" },
  "production.package_downloaded": {
    custodian: "downloaded a sealed package",
    staffLog: "Downloaded a sealed package",
  },
  "production.documented": { custodian: "documented the production", linked: "Documented" },
  "production.takedown_requested": { custodian: "received a removal request", linked: "Removal requested" },
  "production.frozen": { custodian: "froze the production until the request is decided", linked: "Takedown pending" },
  "production.takedown_confirmed": { custodian: "granted a removal request", linked: "Removal request granted" },
  "production.takedown_rejected": { custodian: "rejected a removal request", linked: "Removal request rejected" },
  "production.taken_down": { custodian: "took the production down", linked: "Taken down" },
  "production.takedown_complete": { custodian: "completed the takedown", linked: "Taken down everywhere" },
  "production.revoked": { custodian: "revoked the production", linked: "Certificate revoked" },
  // By a custodian; `records_inspected` by an inspector.
  "production.viewed": { custodian: "viewed the record" },
  "production.records_inspected": { custodian: "recorded an inspection", linked: "Records shown to an inspector" },
  "production_list.exported": { teamLog: "Exported productions" },
  "removal_report.frozen": {},
  "readiness_list.exported": { teamLog: "Exported readiness gaps" },
  "removal_report.exported": { teamLog: "Exported a removal report", staffLog: "Exported a removal report" },
  "record_package.entered": { custodian: "entered the package", staffLog: "Entered a package" },
  "record_package.scope_changed": { custodian: "changed the scope", staffLog: "Changed a package’s scope" },
  "record_package.confirmed": { custodian: "confirmed the package", staffLog: "Confirmed a package" },
  "record_package.started": { custodian: "started making the package" },
  "record_package.made": { custodian: "made the package" },
  "record_package.failed": { custodian: "could not make the package" },
  "record_package.expired": { custodian: "deleted the expired package" },
  "record_package.downloaded": { custodian: "downloaded the package", staffLog: "Downloaded a package" },
  "removal_request.filed": { custodian: "filed the request" },
  "removal_request.viewed": { custodian: "viewed the request" },
  "removal_request.assigned": { custodian: "took the request" },
  "removal_request.reassigned": { custodian: "reassigned the request to a colleague" },
  "removal_request.released": { custodian: "put the request back" },
  "removal_request.noted": { custodian: "wrote a note" },
  "removal_request.targets_added": { custodian: "added what to look for" },
  "removal_request.matched": { custodian: "found records" },
  "removal_request.item_attached": { custodian: "attached a record" },
  "removal_request.item_dismissed": { custodian: "dismissed a suggestion" },
  "removal_request.false_match_removed": { custodian: "removed a false match" },
  "removal_request.item_confirmed": { custodian: "confirmed a removal" },
  "removal_request.item_already_removed": { custodian: "found a record already removed" },
  "removal_request.rejection_proposed": { custodian: "proposed to reject a record" },
  "removal_request.item_rejected": { custodian: "rejected a record" },
  "removal_request.closing_proposed": { custodian: "proposed to close the request" },
  "removal_request.asked": { custodian: "asked the claimant" },
  "removal_request.answered": { custodian: "answered" },
  "removal_request.listing_decided": { custodian: "compared a file with a hash that others share" },
  "removal_request.decided": { custodian: "finished the request" },
  "removal_request.appealed": { custodian: "appealed" },
  "removal_request.withdrawn": { custodian: "withdrew the request" },
  "removal_request.code_sent": { custodian: "emailed a code for the claimant’s page" },
  "removal_request.code_entered": { custodian: "entered the code from their email" },
  "removal_request.custodians_mailed": { custodian: "emailed the custodians about the deadline" },
  "removal_request.ordered_at_console": {
    custodian: "entered a custodian’s decision at the console",
    staffLog: "Decided a removal at the console",
  },
  "request_list.exported": { teamLog: "Exported the request log" },
  "roster.exported": { teamLog: "Exported creators" },
  "roster_change.started": {},
  "roster_change.finished": {},
  // About a scene's fee. The subject is the scene.
  "sample.asked": {
    custodian: "asked for the sample",
    teamLog: "Asked for an acquirer’s sample",
    staffLog: "Asked for an acquirer’s sample",
  },
  "scene_fee.charged": { custodian: "charged the fee" },
  "scene_fee.charge_failed": { custodian: "could not charge the fee" },
  "scene_fee.try_started": { custodian: "started to pay the fee" },
  "scene_fee.reversed": { custodian: "recorded that the fee’s payment was reversed" },
  "scene_fee.reversal_undone": { custodian: "recorded that the reversal of the fee’s payment was undone" },
  "scene_fee.paid_twice": { custodian: "recorded that the fee was paid twice" },
  "scene_fee.second_refunded": { custodian: "refunded the second payment" },
  "scene_fee.refund_refused": { custodian: "could not refund the second payment" },
  "scene_list.exported": { teamLog: "Exported scenes" },
  "scene_performer.invited": {
    custodian: "emailed the invitation",
    team: "Invitation resent",
    scene: "Invited",
    release: "Invitation queued for sending",
  },
  "scene_performer.reminded": { custodian: "emailed the reminder", release: "Reminder queued for sending" },
  "scene_performer.mail_accepted": {
    custodian: "handed the email to the mail server",
    release: "Email accepted by the mail server",
  },
  "scene_performer.mail_refused": { custodian: "could not deliver the email", release: "Email not delivered" },
  "scene_performer.copy_stored": { custodian: "stored the signed copy" },
  "scene_performer.copy_downloaded": { custodian: "downloaded their copy" },
  "scene_performer.opened_in_account": {
    custodian: "opened the scene from their account",
    release: "Opened while signed in to the performer's own account",
  },
  "scene_performer.code_sent": {
    custodian: "emailed a code to the performer",
    release: "Link from the email opened, and a code requested for this address",
  },
  "scene_performer.code_entered": {
    custodian: "entered the code from their email",
    release: "Link from the email opened, and the code from a second email entered",
  },
  "scene_performer.page_viewed": { custodian: "viewed a page", release: "Page viewed" },
  "scene_performer.text_opened": {
    custodian: "opened an exact text of the release, as their browser reported",
    release: "Exact text opened, as the browser reported",
  },
  "scene_performer.signed": { custodian: "signed the release", release: "Name typed and “sign” pressed" },
  "scene_performer.consented": {
    custodian: "completed the consent",
    scene: "Consented",
    release: "Consent complete: release signed and ID verified",
  },
  "scene_performer.distribution_withdrawn": { custodian: "withdrew distribution" },
  "scene_performer.under_age_at_shoot": { custodian: "found no proof that they were 18 on the day of the shoot" },
  "scene_performer.refused": { custodian: "refused", scene: "Refused", shows: ["reason"] },
  "scene_performer.viewed": { custodian: "viewed the performer’s copy", person: "downloaded a release you signed" },
  "session.started": { teamLog: "Signed in", staffLog: "Signed in" },
  "session.ended": { teamLog: "Ended a session", staffLog: "Ended a session" },
  "session.others_ended": { teamLog: "Ended all other sessions", staffLog: "Ended all other sessions" },
  "session.factor_proven": { teamLog: "Confirmed a second factor", staffLog: "Confirmed a second factor" },
  "signin_link.created": { teamLog: "Created a sign-in link", staffLog: "Created a sign-in link" },
  "staff_log.exported": { staffLog: "Exported this log" },
  "statement.saved": {},
  "statement.published": {},
  "statement.withdrawn": {},
  "solo_account.provisioned": { custodian: "provisioned the account", partner: "Provisioned" },
  "solo_account.status_changed": {
    custodian: "changed the status",
    partner: "Status changed",
    shows: ["from", "to", "reason"],
  },
  // Of an account, holds are suspensions; only depictions and scenes have legal holds.
  "solo_account.hold_placed": {
    custodian: "suspended the account",
    partner: "Deactivated",
    onlyFor: "partner_deactivated",
    staffLog: "Suspended an account",
  },
  "solo_account.hold_lifted": {
    custodian: "lifted a suspension",
    partner: "Reactivated",
    onlyFor: "partner_deactivated",
    staffLog: "Lifted an account’s suspension",
  },
  "solo_account.viewed": { custodian: "viewed the account", person: "viewed your account with a platform" },
  "subscription.started": {},
  "subscription.payment_failed": {},
  "subscription.payment_recovered": {},
  "subscription.ended": {},
  "subscription.second_ended": {},
  "subscription.second_refunded": {},
  "subscription.granted": { staffLog: "Granted a subscription" },
  "subscription.lapsed": { staffLog: "Let a subscription lapse" },
  "takedown.opened": {},
  "takedown.closed": {},
  "takedown.url_checked": { team: "URL checked" },
  // About the mail of several, the subject is the partner.
  "takedown.mailed": {},
  "takedown_list.exported": { teamLog: "Exported takedowns" },
  "team_log.exported": { teamLog: "Exported this log" },
  "under_age_alert.closed": {},
  "upload_session.created": { team: "Created" },
  "upload_session.completed": {},
  "upload_session.under_age_on_day": {},
  "upload_session.copy_downloaded": { team: "PDF downloaded" },
  "upload_session.viewed": {},
  "upload_session.erased": {},
  "upload_session_list.exported": { teamLog: "Exported upload sessions" },
  "user.created": {},
  "verification_job.started": { team: "Started" },
  "verification_job.cancelled": { team: "Canceled" },
  "verification_job_list.exported": { teamLog: "Exported verification jobs" },
  "rehearsal.started": { teamLog: "Started a rehearsal" },
  "rehearsal.stepped": { teamLog: "Rehearsed an event" },
  "rehearsal.ended": { teamLog: "Ended a rehearsal" },
  "webhook_endpoint.created": { teamLog: "Added a webhook endpoint", staffLog: "Added a webhook endpoint" },
  "webhook_endpoint.edited": { teamLog: "Edited a webhook endpoint" },
  "webhook_endpoint.payload_edited": { teamLog: "Changed how an endpoint’s payloads are edited" },
  "webhook_endpoint.enabled": { teamLog: "Resumed a webhook endpoint" },
  "webhook_endpoint.paused": { teamLog: "Paused a webhook endpoint" },
  "webhook_endpoint.deleted": { teamLog: "Deleted a webhook endpoint" },
  "webhook_endpoint.secret_rotated": { teamLog: "Rotated a signing secret" },
  "webhook_endpoint.secret_viewed": { teamLog: "Viewed a signing secret" },
  "webhook_endpoint.overlap_ended": { teamLog: "Ended a signing secret’s overlap" },
  "webhook_endpoint.delivery_resent": { teamLog: "Resent a delivery" },
  "webhook_endpoint.missed_sent": { teamLog: "Sent what an endpoint missed while it was paused" },
  "webhook_endpoint.missed_waived": { teamLog: "Waived what an endpoint missed while it was paused" },
  "webhook_endpoint.replayed": { teamLog: "Replayed failed deliveries" },
  "webhook_endpoint.tested": { teamLog: "Sent a test event" },
} as const satisfies Record<string, Words>;

/** A change or a view, e.g. `solo_account.provisioned`, `identity_photo.viewed`. */
export type LedgerAction = keyof typeof ACTIONS;

/** The kinds of subjects an entry can be about. */
export type SubjectKind =
  | "api_key"
  | "backup"
  | "certificate_key"
  | "collab_scene"
  | "content_import"
  | "depiction"
  | "examination"
  | "golden_check"
  | "hash_source"
  | "identity_check"
  | "inspection"
  | "ledger_key"
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
  | "record_package"
  | "removal_report"
  | "removal_request"
  | "roster_change"
  | "sample"
  | "scene_performer"
  | "solo_account"
  | "takedown"
  | "upload_session"
  | "user"
  | "verification_job"
  | "webhook_endpoint";
