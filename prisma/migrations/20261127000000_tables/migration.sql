-- squawk-ignore-file
-- What schema.prisma describes, as Prisma writes it.

-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('custodian');

-- CreateEnum
CREATE TYPE "partner_plan" AS ENUM ('creator_pays', 'platform_pays');

-- CreateEnum
CREATE TYPE "partner_status" AS ENUM ('active', 'inactive');

-- CreateEnum
CREATE TYPE "partner_role" AS ENUM ('owner', 'admin', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "key_mode" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "funding" AS ENUM ('creator', 'platform');

-- CreateEnum
CREATE TYPE "solo_status" AS ENUM ('pending_id_verification', 'subscribed_pending_id', 'active', 'suspended');

-- CreateEnum
CREATE TYPE "suspend_reason" AS ENUM ('manual_suspension', 'platform_deactivated', 'partner_deactivated', 'platform_lapsed', 'subscription_lapsed');

-- CreateEnum
CREATE TYPE "hold_kind" AS ENUM ('service', 'partner', 'platform', 'subscription');

-- CreateEnum
CREATE TYPE "link_decision" AS ENUM ('pending', 'approved', 'declined');

-- CreateEnum
CREATE TYPE "roster_change_kind" AS ENUM ('deactivate', 'reactivate');

-- CreateEnum
CREATE TYPE "onboarding_link_kind" AS ENUM ('partner', 'mail');

-- CreateEnum
CREATE TYPE "hosted_subject" AS ENUM ('solo_account', 'performer', 'removal_request');

-- CreateEnum
CREATE TYPE "mailbox_proof" AS ENUM ('code', 'mail_link', 'session', 'link_and_code');

-- CreateEnum
CREATE TYPE "identity_driver" AS ENUM ('custodian_review', 'stripe_identity', 'import');

-- CreateEnum
CREATE TYPE "identity_check_status" AS ENUM ('draft', 'submitted', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "photo_kind" AS ENUM ('document_front', 'document_back', 'person');

-- CreateEnum
CREATE TYPE "look_kind" AS ENUM ('check', 'evidence', 'removal_request');

-- CreateEnum
CREATE TYPE "alert_kind" AS ENUM ('entered', 'rejected', 'at_shoot', 'in_production', 'day_moved_back', 'unreadable');

-- CreateEnum
CREATE TYPE "compliance_copy_state" AS ENUM ('pending', 'stored', 'missing');

-- CreateEnum
CREATE TYPE "content_import_status" AS ENUM ('waiting', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "search_kind" AS ENUM ('depiction', 'scene');

-- CreateEnum
CREATE TYPE "payment_checkout_mode" AS ENUM ('subscription', 'setup');

-- CreateEnum
CREATE TYPE "payment_checkout_status" AS ENUM ('open', 'complete', 'expired');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'past_due', 'ended');

-- CreateEnum
CREATE TYPE "platform_invoice_status" AS ENUM ('draft', 'open', 'paid', 'void', 'uncollectible');

-- CreateEnum
CREATE TYPE "platform_invoice_fee_kind" AS ENUM ('scene', 'onboarding', 'verification');

-- CreateEnum
CREATE TYPE "webhook_endpoint_status" AS ENUM ('enabled', 'paused');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "attestation_kind" AS ENUM ('producer', 'release', 'refusal', 'declaration', 'link_approval', 'documentation', 'renewal', 'removal');

-- CreateEnum
CREATE TYPE "attestation_proof" AS ENUM ('partner_api', 'mail_link', 'code', 'session', 'hosted_link', 'link_and_code');

-- CreateEnum
CREATE TYPE "upload_content_type" AS ENUM ('image', 'video', 'gallery');

-- CreateEnum
CREATE TYPE "upload_path" AS ENUM ('solo', 'collab');

-- CreateEnum
CREATE TYPE "scene_status" AS ENUM ('pending_signatures', 'greenlit', 'blocked', 'cancelled');

-- CreateEnum
CREATE TYPE "scene_block" AS ENUM ('refused', 'expired');

-- CreateEnum
CREATE TYPE "refusal_reason_kind" AS ENUM ('not_me', 'declining', 'other');

-- CreateEnum
CREATE TYPE "scene_fee_charge_status" AS ENUM ('reversed', 'refund_owed', 'refunded', 'refund_refused');

-- CreateEnum
CREATE TYPE "scene_fee_kind" AS ENUM ('scene', 'extension', 'verification');

-- CreateEnum
CREATE TYPE "scene_billing" AS ENUM ('uploader_card', 'platform_invoice', 'partner_card');

-- CreateEnum
CREATE TYPE "scene_fee_status" AS ENUM ('charging', 'unpaid', 'paid', 'invoiced');

-- CreateEnum
CREATE TYPE "production_status" AS ENUM ('pending_documentation', 'documented', 'takedown_pending', 'takedown_complete', 'revoked');

-- CreateEnum
CREATE TYPE "seal_hold_reason" AS ENUM ('age_not_proven', 'day_moved_back');

-- CreateEnum
CREATE TYPE "certificate_status" AS ENUM ('CURRENT', 'SUPERSEDED', 'REVOKED');

-- CreateEnum
CREATE TYPE "certificate_origin" AS ENUM ('documented', 'reissued', 'renewed', 'imported');

-- CreateEnum
CREATE TYPE "certificate_listing" AS ENUM ('revocation', 'supersession');

-- CreateEnum
CREATE TYPE "legal_basis" AS ENUM ('NCII_TAKE_IT_DOWN', 'NCII_STATE', 'AN_5196_APPEAL', 'DMCA', 'OTHER');

-- CreateEnum
CREATE TYPE "removal_status" AS ENUM ('open', 'decided', 'withdrawn');

-- CreateEnum
CREATE TYPE "removal_item_status" AS ENUM ('suggested', 'open', 'confirmed', 'rejected', 'already_removed', 'dismissed', 'withdrawn');

-- CreateEnum
CREATE TYPE "removal_found_by" AS ENUM ('url', 'sha256', 'email', 'name', 'external_id', 'similar', 'copy', 'custodian', 'account');

-- CreateEnum
CREATE TYPE "takedown_outcome" AS ENUM ('taken_down', 'already_removed', 'no_longer_asked');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "name" TEXT,
    "image" TEXT,
    "staff_role" "staff_role",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "session_token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip" TEXT,
    "user_agent" TEXT,
    "link_token" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_accounts" (
    "user_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,

    CONSTRAINT "sign_in_accounts_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "mailed" BOOLEAN NOT NULL DEFAULT true,
    "network" TEXT,

    CONSTRAINT "verification_tokens_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "spent_challenges" (
    "challenge" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_challenges_pkey" PRIMARY KEY ("challenge")
);

-- CreateTable
CREATE TABLE "authenticators" (
    "credential_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "credential_public_key" TEXT NOT NULL,
    "counter" INTEGER NOT NULL,
    "credential_device_type" TEXT NOT NULL,
    "credential_backed_up" BOOLEAN NOT NULL,
    "transports" TEXT,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "authenticators_pkey" PRIMARY KEY ("user_id","credential_id")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "partner_plan" NOT NULL,
    "status" "partner_status" NOT NULL DEFAULT 'active',
    "collab_scenes" BOOLEAN NOT NULL DEFAULT false,
    "copy_optional" BOOLEAN NOT NULL DEFAULT false,
    "platform_fee_lapsed_at" TIMESTAMPTZ(3),
    "platform_fee_held_at" TIMESTAMPTZ(3),
    "counted_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_members" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" "partner_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partner_invitations" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "partner_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "partner_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" "key_mode" NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "tail" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoke_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "replaces_id" TEXT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "solo_accounts" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "external_user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "callback_url" TEXT NOT NULL,
    "redirect_url" TEXT,
    "funded_by" "funding" NOT NULL,
    "user_id" TEXT,
    "status" "solo_status" NOT NULL DEFAULT 'pending_id_verification',
    "suspend_reason" "suspend_reason",
    "suspended_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "reinstated_at" TIMESTAMPTZ(3),
    "begun_by_mail_at" TIMESTAMPTZ(3),
    "active_since" TIMESTAMPTZ(3),
    "status_changed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "solo_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_holds" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" "hold_kind" NOT NULL,
    "reason" "suspend_reason" NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "link_requests" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "decision" "link_decision" NOT NULL DEFAULT 'pending',
    "last_mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roster_changes" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "kind" "roster_change_kind" NOT NULL,
    "total" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "started_by_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "stopped_for" TEXT,

    CONSTRAINT "roster_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roster_change_items" (
    "change_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "code" TEXT,

    CONSTRAINT "roster_change_items_pkey" PRIMARY KEY ("change_id","account_id")
);

-- CreateTable
CREATE TABLE "onboarding_links" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" "onboarding_link_kind" NOT NULL,
    "serial" INTEGER NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "onboarding_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hosted_visits" (
    "id" TEXT NOT NULL,
    "subject_kind" "hosted_subject" NOT NULL,
    "subject_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mailbox_proven_at" TIMESTAMPTZ(3),
    "proven_by" "mailbox_proof",
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_tries" INTEGER NOT NULL DEFAULT 0,
    "codes_sent" INTEGER NOT NULL DEFAULT 0,
    "pages_viewed" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "hosted_visits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "user_id" TEXT NOT NULL,
    "check_id" TEXT NOT NULL,
    "legal_name" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "last_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "identity_checks" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "driver" "identity_driver" NOT NULL,
    "status" "identity_check_status" NOT NULL DEFAULT 'draft',
    "account_id" TEXT,
    "performer_id" TEXT,
    "legal_name" TEXT,
    "other_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "facts" BYTEA,
    "document_number" BYTEA,
    "vendor_session_id" TEXT,
    "visit_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" TEXT,
    "rejection_reason" TEXT,
    "rejection_note" TEXT,

    CONSTRAINT "identity_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_photos" (
    "id" TEXT NOT NULL,
    "check_id" TEXT NOT NULL,
    "kind" "photo_kind" NOT NULL,
    "storage_key" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_photos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_keys" (
    "user_id" TEXT NOT NULL,
    "wrapped_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_keys_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "person_aliases" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_aliases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "looks" (
    "id" TEXT NOT NULL,
    "kind" "look_kind" NOT NULL,
    "subject_id" TEXT NOT NULL,
    "custodian_id" TEXT NOT NULL,
    "purpose" TEXT,
    "photos" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "looked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "looks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "kind" "alert_kind" NOT NULL,
    "person_id" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "check_id" TEXT,
    "visit_id" TEXT,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by_id" TEXT,
    "close_reason" TEXT,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statements" (
    "user_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "work_title" TEXT,
    "produced_on" DATE NOT NULL,
    "indexable" BOOLEAN NOT NULL DEFAULT false,
    "published_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "statement_versions" (
    "user_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "display_name" TEXT NOT NULL,
    "work_title" TEXT,
    "produced_on" DATE NOT NULL,
    "custodian_name" TEXT NOT NULL,
    "custodian_title" TEXT NOT NULL,
    "custodian_address" TEXT NOT NULL,
    "custodian_hours" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statement_versions_pkey" PRIMARY KEY ("user_id","version")
);

-- CreateTable
CREATE TABLE "depictions" (
    "id" TEXT NOT NULL,
    "content_log_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "external_content_id" TEXT,
    "content_url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "production_date" TIMESTAMPTZ(3) NOT NULL,
    "file_hash" BYTEA,
    "copy_state" "compliance_copy_state" NOT NULL,
    "copy_mime_type" TEXT,
    "copy_bytes" INTEGER,
    "kept_key" TEXT,
    "kept_sha256" BYTEA,
    "kept_at" TIMESTAMPTZ(3),
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "removed_by_kind" TEXT,
    "removed_by_id" TEXT,
    "removal_reason" TEXT,
    "removal_request_id" TEXT,

    CONSTRAINT "depictions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "legal_holds" (
    "id" TEXT NOT NULL,
    "depiction_id" TEXT,
    "scene_id" TEXT,
    "placed_by_id" TEXT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_reason" TEXT NOT NULL,
    "lifted_by_id" TEXT,
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_reason" TEXT,

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "index_entries" (
    "depiction_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "production_date" TIMESTAMPTZ(3) NOT NULL,
    "last_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT,
    "content_url" TEXT,
    "external_content_id" TEXT,

    CONSTRAINT "index_entries_pkey" PRIMARY KEY ("depiction_id","user_id")
);

-- CreateTable
CREATE TABLE "scene_index_entries" (
    "scene_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "production_date" TIMESTAMPTZ(3) NOT NULL,
    "last_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT,
    "content_urls" TEXT,

    CONSTRAINT "scene_index_entries_pkey" PRIMARY KEY ("scene_id","user_id")
);

-- CreateTable
CREATE TABLE "erased_scene_people" (
    "depiction_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "erased_scene_people_pkey" PRIMARY KEY ("depiction_id","user_id")
);

-- CreateTable
CREATE TABLE "content_imports" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "status" "content_import_status" NOT NULL DEFAULT 'waiting',
    "dry_run" BOOLEAN NOT NULL,
    "format" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_bytes" INTEGER NOT NULL,
    "file_sha256" BYTEA,
    "file_rows" INTEGER,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "reached_line" INTEGER NOT NULL DEFAULT 0,
    "logged" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "repeated" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "differing" INTEGER NOT NULL DEFAULT 0,
    "taken_down" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "discarded_at" TIMESTAMPTZ(3),

    CONSTRAINT "content_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_import_findings" (
    "import_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "external_content_id" TEXT,
    "reason" TEXT NOT NULL,

    CONSTRAINT "content_import_findings_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "content_import_handles" (
    "import_id" TEXT NOT NULL,
    "handle" BYTEA NOT NULL,
    "line" INTEGER NOT NULL,

    CONSTRAINT "content_import_handles_pkey" PRIMARY KEY ("import_id","handle")
);

-- CreateTable
CREATE TABLE "search_records" (
    "kind" "search_kind" NOT NULL,
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "production_date" TIMESTAMPTZ(3) NOT NULL,
    "erased" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "external_id" TEXT,
    "url_hash" BYTEA,
    "file_hash" BYTEA,

    CONSTRAINT "search_records_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "search_queue" (
    "kind" "search_kind" NOT NULL,
    "record_id" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "payment_customers" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "partner_id" TEXT,
    "card_id" TEXT,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "card_expiry_month" INTEGER,
    "card_expiry_year" INTEGER,
    "looks_begun" BIGINT NOT NULL DEFAULT 0,
    "looks_written" BIGINT NOT NULL DEFAULT 0,
    "looked_at" TIMESTAMPTZ(3),
    "look_again_at" TIMESTAMPTZ(3),
    "gone_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_checkouts" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "mode" "payment_checkout_mode" NOT NULL,
    "status" "payment_checkout_status" NOT NULL DEFAULT 'open',
    "cents" INTEGER,
    "return_to" TEXT NOT NULL,
    "processor_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "user_id" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "complimentary_since" TIMESTAMPTZ(3),
    "processor_id" TEXT,
    "status" "subscription_status",
    "period_end" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "grace_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "subscription_refunds" (
    "subscription_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "refund_id" TEXT,
    "cents" INTEGER,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_refunds_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateTable
CREATE TABLE "platform_invoices" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "status" "platform_invoice_status" NOT NULL DEFAULT 'draft',
    "line_count" INTEGER NOT NULL,
    "scene_count" INTEGER NOT NULL DEFAULT 0,
    "total_cents" INTEGER NOT NULL,
    "customer_id" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "processor_id" TEXT,
    "number" TEXT,
    "page_url" TEXT,
    "pdf_url" TEXT,
    "failure" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_card_id" TEXT,
    "next_try_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "platform_invoices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "platform_invoice_lines" (
    "invoice_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "external_user_id" TEXT NOT NULL,
    "starts" DATE NOT NULL,
    "ends" DATE NOT NULL,
    "days" INTEGER NOT NULL,
    "cents" INTEGER NOT NULL,

    CONSTRAINT "platform_invoice_lines_pkey" PRIMARY KEY ("invoice_id","account_id")
);

-- CreateTable
CREATE TABLE "platform_invoice_fees" (
    "invoice_id" TEXT NOT NULL,
    "scene_fee_id" TEXT NOT NULL,
    "kind" "platform_invoice_fee_kind" NOT NULL,
    "cents" INTEGER NOT NULL,

    CONSTRAINT "platform_invoice_fees_pkey" PRIMARY KEY ("scene_fee_id","kind")
);

-- CreateTable
CREATE TABLE "served_days" (
    "account_id" TEXT NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,

    CONSTRAINT "served_days_pkey" PRIMARY KEY ("account_id","last_day","first_day")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "position" BIGINT,
    "objects" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "webhook_endpoint_status" NOT NULL DEFAULT 'enabled',
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "told" SMALLINT NOT NULL DEFAULT 0,
    "told_at" TIMESTAMPTZ(3),
    "untold_since" TIMESTAMPTZ(3),
    "works_since" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" REAL NOT NULL,
    "request_headers" JSON NOT NULL,
    "response_status" SMALLINT,
    "response_headers" JSON,
    "response_body" BYTEA,
    "error" TEXT,
    "succeeded" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint_hours" (
    "endpoint_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "latencies" INTEGER[],
    "slowest_ms" REAL,

    CONSTRAINT "webhook_endpoint_hours_pkey" PRIMARY KEY ("endpoint_id","hour")
);

-- CreateTable
CREATE TABLE "webhook_replays" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "reached_at" TIMESTAMPTZ(3),
    "reached_id" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "started_by_id" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_replays_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "seq" BIGSERIAL NOT NULL,
    "chain" SMALLINT NOT NULL,
    "position" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "partner_id" TEXT,
    "reason" TEXT,
    "request_id" TEXT,
    "detail" TEXT NOT NULL DEFAULT '{}',
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "ledger_heads" (
    "chain" SMALLINT NOT NULL,
    "length" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_heads_pkey" PRIMARY KEY ("chain")
);

-- CreateTable
CREATE TABLE "request_log" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT,
    "path" TEXT NOT NULL,
    "query" TEXT,
    "status" SMALLINT NOT NULL,
    "status_class" SMALLINT NOT NULL,
    "code" TEXT,
    "field" TEXT,
    "duration_ms" REAL NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_headers" JSONB NOT NULL,
    "request_body" TEXT,
    "response_headers" JSONB NOT NULL,
    "response_body" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("partner_id","at","id")
);

-- CreateTable
CREATE TABLE "vendor_messages" (
    "vendor" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vendor_messages_pkey" PRIMARY KEY ("vendor","message_id")
);

-- CreateTable
CREATE TABLE "storage_keys" (
    "id" TEXT NOT NULL,
    "wrapped_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storage_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attestations" (
    "id" TEXT NOT NULL,
    "kind" "attestation_kind" NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "text_version" TEXT,
    "text_sha256" BYTEA NOT NULL,
    "signed_name" TEXT,
    "reason" TEXT,
    "user_id" TEXT,
    "email" TEXT,
    "proof" "attestation_proof" NOT NULL,
    "visit_id" TEXT,
    "ip" TEXT,
    "user_agent" TEXT,
    "attested_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attestations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_sessions" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "content_id" TEXT NOT NULL,
    "content_type" "upload_content_type" NOT NULL,
    "content_title" TEXT NOT NULL,
    "detected_face_count" INTEGER NOT NULL,
    "path" "upload_path" NOT NULL,
    "callback_url" TEXT,
    "redirect_url" TEXT,
    "shoot_date" TIMESTAMPTZ(3),
    "link_serial" INTEGER NOT NULL DEFAULT 0,
    "link_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "attestation_id" TEXT,

    CONSTRAINT "upload_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collab_scenes" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "is_job" BOOLEAN NOT NULL DEFAULT false,
    "uploader_account_id" TEXT,
    "title" TEXT NOT NULL,
    "shoot_date" TIMESTAMPTZ(3),
    "callback_url" TEXT,
    "upload_session_id" TEXT,
    "attestation_id" TEXT,
    "status" "scene_status" NOT NULL DEFAULT 'pending_signatures',
    "block" "scene_block",
    "announced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "greenlit_at" TIMESTAMPTZ(3),
    "blocked_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "legal_hold" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "collab_scenes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification_jobs" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "job_id" TEXT NOT NULL,
    "content_id" TEXT NOT NULL,
    "scene_id" TEXT NOT NULL,
    "production_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_performers" (
    "id" TEXT NOT NULL,
    "scene_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" TEXT,
    "release_id" TEXT,
    "signed_at" TIMESTAMPTZ(3),
    "consented_at" TIMESTAMPTZ(3),
    "refusal_id" TEXT,
    "refused_at" TIMESTAMPTZ(3),
    "refusal_reason" "refusal_reason_kind",
    "registered_here" BOOLEAN NOT NULL DEFAULT false,
    "link_serial" INTEGER NOT NULL DEFAULT 0,
    "link_hash" BYTEA NOT NULL,
    "mailed_at" TIMESTAMPTZ(3),
    "mail_refused_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "scene_performers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_extensions" (
    "id" TEXT NOT NULL,
    "scene_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scene_extensions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_publications" (
    "id" TEXT NOT NULL,
    "scene_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "content_url" TEXT NOT NULL,
    "depiction_sha256" BYTEA NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "removal_reason" TEXT,

    CONSTRAINT "scene_publications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_fees" (
    "id" TEXT NOT NULL,
    "kind" "scene_fee_kind" NOT NULL DEFAULT 'scene',
    "scene_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "payer_id" TEXT,
    "scene_fee_cents" INTEGER NOT NULL,
    "onboarding_fee_cents" INTEGER NOT NULL,
    "extension_fee_cents" INTEGER NOT NULL DEFAULT 0,
    "billed_to" "scene_billing" NOT NULL,
    "status" "scene_fee_status" NOT NULL,
    "payment_charge_id" TEXT,
    "charge_error" TEXT,
    "try" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "customer_id" TEXT,
    "card_id" TEXT,
    "next_try_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scene_fees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scene_fee_charges" (
    "charge_id" TEXT NOT NULL,
    "fee_id" TEXT NOT NULL,
    "status" "scene_fee_charge_status" NOT NULL,
    "refund_id" TEXT,
    "refusal" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scene_fee_charges_pkey" PRIMARY KEY ("charge_id")
);

-- CreateTable
CREATE TABLE "release_copies" (
    "performer_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "certificate_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "release_copies_pkey" PRIMARY KEY ("performer_id")
);

-- CreateTable
CREATE TABLE "signing_certificates" (
    "id" TEXT NOT NULL,
    "certificate" BYTEA NOT NULL,
    "sha256" BYTEA NOT NULL,
    "not_after" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_certificates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificate_keys" (
    "kid" TEXT NOT NULL,
    "modulus" TEXT NOT NULL,
    "exponent" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,
    "retires_at" TIMESTAMPTZ(3),

    CONSTRAINT "certificate_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "producers" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "producers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "producer_invitations" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "producer_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "producer_partners" (
    "producer_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "producer_partners_pkey" PRIMARY KEY ("producer_id","partner_id")
);

-- CreateTable
CREATE TABLE "productions" (
    "id" TEXT NOT NULL,
    "producer_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "production_date" TIMESTAMPTZ(3) NOT NULL,
    "created_by_partner_id" TEXT,
    "content_id" TEXT,
    "status" "production_status" NOT NULL DEFAULT 'pending_documentation',
    "documented_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "verified_told_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "productions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "production_takedowns" (
    "production_id" TEXT NOT NULL,
    "removal_request_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "freezes_at" TIMESTAMPTZ(3) NOT NULL,
    "frozen_at" TIMESTAMPTZ(3),
    "alarmed_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "rejected_at" TIMESTAMPTZ(3),

    CONSTRAINT "production_takedowns_pkey" PRIMARY KEY ("production_id","removal_request_id")
);

-- CreateTable
CREATE TABLE "partner_performers" (
    "partner_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,

    CONSTRAINT "partner_performers_pkey" PRIMARY KEY ("partner_id","email","production_id")
);

-- CreateTable
CREATE TABLE "production_partners" (
    "production_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_down_at" TIMESTAMPTZ(3),

    CONSTRAINT "production_partners_pkey" PRIMARY KEY ("production_id","partner_id")
);

-- CreateTable
CREATE TABLE "production_performers" (
    "id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "scene_id" TEXT NOT NULL,
    "scene_performer_id" TEXT,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "production_performers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "production_depictions" (
    "id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "sha256" BYTEA,
    "title" TEXT,
    "produced_on" TIMESTAMPTZ(3) NOT NULL,
    "depiction_id" TEXT,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "production_depictions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sealed_packages" (
    "id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "attestation_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "producer_name" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "sealed_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "archive_sha256" BYTEA,
    "bytes" BIGINT,
    "storage_key" TEXT,
    "performer_count" INTEGER,
    "depiction_count" INTEGER,

    CONSTRAINT "sealed_packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seal_holds" (
    "package_id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "reason" "seal_hold_reason" NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),
    "released_by_kind" TEXT,
    "released_by_id" TEXT,
    "release_reason" TEXT,

    CONSTRAINT "seal_holds_pkey" PRIMARY KEY ("package_id")
);

-- CreateTable
CREATE TABLE "age_proofs" (
    "production_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "first_day" TIMESTAMPTZ(3) NOT NULL,
    "check_id" TEXT NOT NULL,
    "proven_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "age_proofs_pkey" PRIMARY KEY ("production_id","person_id","first_day")
);

-- CreateTable
CREATE TABLE "package_keys" (
    "package_id" TEXT NOT NULL,
    "wrapped_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "package_keys_pkey" PRIMARY KEY ("package_id")
);

-- CreateTable
CREATE TABLE "certificates" (
    "id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,
    "status" "certificate_status" NOT NULL DEFAULT 'CURRENT',
    "origin" "certificate_origin" NOT NULL,
    "package_id" TEXT,
    "attestation_id" TEXT,
    "kid" TEXT,
    "jwt" TEXT,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "superseded_at" TIMESTAMPTZ(3),
    "superseded_by_id" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "listed_as" "certificate_listing",
    "listed_at" TIMESTAMPTZ(3),
    "reminded_days" INTEGER,

    CONSTRAINT "certificates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inspections" (
    "id" TEXT NOT NULL,
    "agency" TEXT NOT NULL,
    "inspector" TEXT NOT NULL,
    "authority" TEXT NOT NULL,
    "inspected_at" TIMESTAMPTZ(3) NOT NULL,
    "shown" TEXT NOT NULL,
    "entered_by_id" TEXT NOT NULL,
    "entered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inspections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inspection_productions" (
    "inspection_id" TEXT NOT NULL,
    "production_id" TEXT NOT NULL,

    CONSTRAINT "inspection_productions_pkey" PRIMARY KEY ("inspection_id","production_id")
);

-- CreateTable
CREATE TABLE "removal_drafts" (
    "id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "answers" BYTEA NOT NULL,
    "email" TEXT,
    "link_hash" BYTEA,
    "network" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removal_drafts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal_requests" (
    "id" TEXT NOT NULL,
    "status" "removal_status" NOT NULL DEFAULT 'open',
    "legal_basis" "legal_basis" NOT NULL,
    "email" TEXT NOT NULL,
    "email_sha256" BYTEA NOT NULL,
    "user_id" TEXT,
    "claim" BYTEA NOT NULL,
    "attestation_id" TEXT NOT NULL,
    "draft_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "custodian_id" TEXT,
    "closing_by_id" TEXT,
    "closing_reason" TEXT,
    "closed_by_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "searched_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "appealed_at" TIMESTAMPTZ(3),
    "reopened_at" TIMESTAMPTZ(3),
    "half_time_mailed_at" TIMESTAMPTZ(3),
    "last_hours_mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "removal_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal_targets" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "url" TEXT,
    "url_hash" BYTEA,
    "sha256" BYTEA,
    "named" BOOLEAN NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removal_targets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal_item_targets" (
    "item_id" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,

    CONSTRAINT "removal_item_targets_pkey" PRIMARY KEY ("item_id","target_id")
);

-- CreateTable
CREATE TABLE "removal_items" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "depiction_id" TEXT,
    "production_id" TEXT,
    "publication_id" TEXT,
    "partner_id" TEXT,
    "status" "removal_item_status" NOT NULL,
    "found_by" "removal_found_by" NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "proposed_by_id" TEXT,
    "proposed_at" TIMESTAMPTZ(3),
    "proposed_reason" TEXT,
    "rejected_by_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "removal_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erased_depictions" (
    "depiction_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "content_log_id" TEXT NOT NULL,
    "external_content_id" TEXT,
    "content_url" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "title" TEXT,
    "file_hash" BYTEA,
    "kept_sha256" BYTEA,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erased_depictions_pkey" PRIMARY KEY ("depiction_id")
);

-- CreateTable
CREATE TABLE "removal_messages" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "custodian_id" TEXT,
    "is_appeal" BOOLEAN NOT NULL DEFAULT false,
    "text" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removal_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "takedowns" (
    "id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" "takedown_outcome",
    "closed_by_kind" TEXT,
    "closed_by_id" TEXT,
    "opening_mailed_at" TIMESTAMPTZ(3),
    "half_time_mailed_at" TIMESTAMPTZ(3),
    "last_hours_mailed_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "checked_status" INTEGER,

    CONSTRAINT "takedowns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal_decisions" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removal_decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal_reports" (
    "id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "partner_id" TEXT,
    "rows" JSONB NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "removal_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "copy_fingerprints" (
    "depiction_id" TEXT NOT NULL,
    "hash" BIGINT,
    "made_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "copy_fingerprints_pkey" PRIMARY KEY ("depiction_id")
);

-- CreateTable
CREATE TABLE "mail_acceptances" (
    "mail_id" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_acceptances_pkey" PRIMARY KEY ("mail_id")
);

-- CreateTable
CREATE TABLE "secret_fingerprints" (
    "name" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_fingerprints_pkey" PRIMARY KEY ("name","fingerprint")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_email_prefix_idx" ON "users"("email" text_pattern_ops);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_session_token_key" ON "sessions"("session_token");

-- CreateIndex
CREATE INDEX "sessions_user_id_id_idx" ON "sessions"("user_id", "id");

-- CreateIndex
CREATE INDEX "sessions_expires_idx" ON "sessions"("expires");

-- CreateIndex
CREATE INDEX "sign_in_accounts_user_id_idx" ON "sign_in_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "verification_tokens_token_key" ON "verification_tokens"("token");

-- CreateIndex
CREATE INDEX "verification_tokens_expires_idx" ON "verification_tokens"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "authenticators_credential_id_key" ON "authenticators"("credential_id");

-- CreateIndex
CREATE INDEX "partner_members_user_id_idx" ON "partner_members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "partner_members_partner_id_user_id_key" ON "partner_members"("partner_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "partner_invitations_token_hash_key" ON "partner_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "partner_invitations_partner_id_id_idx" ON "partner_invitations"("partner_id", "id");

-- CreateIndex
CREATE INDEX "partner_invitations_email_idx" ON "partner_invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_partner_id_id_idx" ON "api_keys"("partner_id", "id");

-- CreateIndex
CREATE INDEX "api_keys_revoke_at_idx" ON "api_keys"("revoke_at");

-- CreateIndex
CREATE INDEX "solo_accounts_partner_id_status_id_idx" ON "solo_accounts"("partner_id", "status", "id");

-- CreateIndex
CREATE INDEX "solo_accounts_email_prefix" ON "solo_accounts"("partner_id", "email" text_pattern_ops);

-- CreateIndex
CREATE INDEX "solo_accounts_external_user_id_prefix" ON "solo_accounts"("partner_id", "external_user_id" text_pattern_ops);

-- CreateIndex
CREATE INDEX "solo_accounts_user_id_idx" ON "solo_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "solo_accounts_partner_id_external_user_id_key" ON "solo_accounts"("partner_id", "external_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "solo_accounts_partner_id_email_key" ON "solo_accounts"("partner_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "solo_accounts_partner_id_id_key" ON "solo_accounts"("partner_id", "id");

-- CreateIndex
CREATE INDEX "account_holds_account_id_idx" ON "account_holds"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "link_requests_account_id_key" ON "link_requests"("account_id");

-- CreateIndex
CREATE INDEX "link_requests_user_id_decision_idx" ON "link_requests"("user_id", "decision");

-- CreateIndex
CREATE INDEX "roster_changes_partner_id_id_idx" ON "roster_changes"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "onboarding_links_token_hash_key" ON "onboarding_links"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "onboarding_links_account_id_kind_serial_key" ON "onboarding_links"("account_id", "kind", "serial");

-- CreateIndex
CREATE UNIQUE INDEX "hosted_visits_token_hash_key" ON "hosted_visits"("token_hash");

-- CreateIndex
CREATE INDEX "hosted_visits_subject_id_idx" ON "hosted_visits"("subject_id");

-- CreateIndex
CREATE INDEX "hosted_visits_expires_at_idx" ON "hosted_visits"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "identities_check_id_key" ON "identities"("check_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_checks_vendor_session_id_key" ON "identity_checks"("vendor_session_id");

-- CreateIndex
CREATE INDEX "identity_checks_user_id_id_idx" ON "identity_checks"("user_id", "id");

-- CreateIndex
CREATE INDEX "identity_checks_status_submitted_at_id_idx" ON "identity_checks"("status", "submitted_at", "id");

-- CreateIndex
CREATE INDEX "identity_checks_status_decided_at_id_idx" ON "identity_checks"("status", "decided_at", "id");

-- CreateIndex
CREATE INDEX "identity_checks_account_id_idx" ON "identity_checks"("account_id");

-- CreateIndex
CREATE INDEX "identity_checks_performer_id_idx" ON "identity_checks"("performer_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_photos_storage_key_key" ON "identity_photos"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "identity_photos_check_id_kind_key" ON "identity_photos"("check_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "person_aliases_user_id_name_key" ON "person_aliases"("user_id", "name");

-- CreateIndex
CREATE INDEX "looks_subject_id_custodian_id_kind_id_idx" ON "looks"("subject_id", "custodian_id", "kind", "id");

-- CreateIndex
CREATE INDEX "alerts_person_id_kind_raised_at_idx" ON "alerts"("person_id", "kind", "raised_at");

-- CreateIndex
CREATE INDEX "alerts_subject_id_idx" ON "alerts"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "statements_slug_key" ON "statements"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "depictions_content_log_id_key" ON "depictions"("content_log_id");

-- CreateIndex
CREATE INDEX "depictions_partner_id_id_idx" ON "depictions"("partner_id", "id");

-- CreateIndex
CREATE INDEX "depictions_account_id_id_idx" ON "depictions"("account_id", "id");

-- CreateIndex
CREATE INDEX "depictions_partner_production" ON "depictions"("partner_id", "production_date", "id");

-- CreateIndex
CREATE INDEX "depictions_production" ON "depictions"("production_date", "id");

-- CreateIndex
CREATE UNIQUE INDEX "depictions_external_content_id" ON "depictions"("account_id", "external_content_id");

-- CreateIndex
CREATE INDEX "legal_holds_depiction_id_id_idx" ON "legal_holds"("depiction_id", "id");

-- CreateIndex
CREATE INDEX "legal_holds_scene_id_id_idx" ON "legal_holds"("scene_id", "id");

-- CreateIndex
CREATE INDEX "index_entries_user_id_depiction_id_idx" ON "index_entries"("user_id", "depiction_id");

-- CreateIndex
CREATE INDEX "index_entries_last_changed" ON "index_entries"("last_changed_at");

-- CreateIndex
CREATE INDEX "scene_index_entries_user_id_scene_id_idx" ON "scene_index_entries"("user_id", "scene_id");

-- CreateIndex
CREATE INDEX "scene_index_entries_last_changed" ON "scene_index_entries"("last_changed_at");

-- CreateIndex
CREATE INDEX "erased_scene_people_user_id_idx" ON "erased_scene_people"("user_id");

-- CreateIndex
CREATE INDEX "content_imports_partner_id_id_idx" ON "content_imports"("partner_id", "id");

-- CreateIndex
CREATE INDEX "content_imports_finished" ON "content_imports"("finished_at");

-- CreateIndex
CREATE INDEX "search_records_partner" ON "search_records"("kind", "partner_id", "id");

-- CreateIndex
CREATE INDEX "search_records_production" ON "search_records"("kind", "production_date", "id");

-- CreateIndex
CREATE INDEX "search_records_external_id" ON "search_records"("external_id", "partner_id");

-- CreateIndex
CREATE INDEX "search_records_url" ON "search_records"("url_hash", "partner_id");

-- CreateIndex
CREATE INDEX "payment_customers_user_id_idx" ON "payment_customers"("user_id");

-- CreateIndex
CREATE INDEX "payment_customers_partner_id_idx" ON "payment_customers"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_checkouts_processor_id" ON "payment_checkouts"("processor_id");

-- CreateIndex
CREATE INDEX "platform_invoices_customer_id_idx" ON "platform_invoices"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "platform_invoices_month" ON "platform_invoices"("partner_id", "month");

-- CreateIndex
CREATE INDEX "platform_invoice_lines_billed_until" ON "platform_invoice_lines"("account_id", "ends");

-- CreateIndex
CREATE INDEX "platform_invoice_fees_of_invoice" ON "platform_invoice_fees"("invoice_id", "scene_fee_id", "kind");

-- CreateIndex
CREATE INDEX "webhook_events_partner_id_id_idx" ON "webhook_events"("partner_id", "id");

-- CreateIndex
CREATE INDEX "webhook_events_partner_id_type_id_idx" ON "webhook_events"("partner_id", "type", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_partner_id_id_idx" ON "webhook_endpoints"("partner_id", "id");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_type_id_idx" ON "webhook_deliveries"("endpoint_id", "type", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_partner_id_id_idx" ON "webhook_deliveries"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_id_id_idx" ON "webhook_attempts"("delivery_id", "id");

-- CreateIndex
CREATE INDEX "webhook_attempts_endpoint_id_at_idx" ON "webhook_attempts"("endpoint_id", "at");

-- CreateIndex
CREATE INDEX "webhook_endpoint_hours_hour_idx" ON "webhook_endpoint_hours"("hour");

-- CreateIndex
CREATE INDEX "webhook_replays_endpoint_id_id_idx" ON "webhook_replays"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_subject_kind_subject_id_seq_idx" ON "ledger_entries"("subject_kind", "subject_id", "seq");

-- CreateIndex
CREATE INDEX "ledger_entries_partner_id_seq_idx" ON "ledger_entries"("partner_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_chain_position_key" ON "ledger_entries"("chain", "position");

-- CreateIndex
CREATE INDEX "request_log_api_key_id_at_idx" ON "request_log"("api_key_id", "at");

-- CreateIndex
CREATE INDEX "request_log_partner_id_path_at_idx" ON "request_log"("partner_id", "path" text_pattern_ops, "at");

-- CreateIndex
CREATE INDEX "attestations_subject_kind_subject_id_idx" ON "attestations"("subject_kind", "subject_id");

-- CreateIndex
CREATE INDEX "attestations_user_id_id_idx" ON "attestations"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "upload_sessions_link_hash_key" ON "upload_sessions"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "upload_sessions_attestation_id_key" ON "upload_sessions"("attestation_id");

-- CreateIndex
CREATE INDEX "upload_sessions_partner_id_id_idx" ON "upload_sessions"("partner_id", "id");

-- CreateIndex
CREATE INDEX "upload_sessions_partner_id_path_id_idx" ON "upload_sessions"("partner_id", "path", "id");

-- CreateIndex
CREATE INDEX "upload_sessions_account_id_id_idx" ON "upload_sessions"("account_id", "id");

-- CreateIndex
CREATE INDEX "upload_sessions_content_id_prefix" ON "upload_sessions"("partner_id", "content_id" text_pattern_ops);

-- CreateIndex
CREATE UNIQUE INDEX "collab_scenes_upload_session_id_key" ON "collab_scenes"("upload_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "collab_scenes_attestation_id_key" ON "collab_scenes"("attestation_id");

-- CreateIndex
CREATE INDEX "collab_scenes_partner_id_is_job_id_idx" ON "collab_scenes"("partner_id", "is_job", "id");

-- CreateIndex
CREATE INDEX "collab_scenes_partner_id_is_job_status_id_idx" ON "collab_scenes"("partner_id", "is_job", "status", "id");

-- CreateIndex
CREATE INDEX "collab_scenes_uploader_account_id_id_idx" ON "collab_scenes"("uploader_account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "verification_jobs_scene_id_key" ON "verification_jobs"("scene_id");

-- CreateIndex
CREATE INDEX "verification_jobs_partner_id_id_idx" ON "verification_jobs"("partner_id", "id");

-- CreateIndex
CREATE INDEX "verification_jobs_production_id_id_idx" ON "verification_jobs"("production_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "verification_jobs_partner_id_job_id_key" ON "verification_jobs"("partner_id", "job_id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_performers_release_id_key" ON "scene_performers"("release_id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_performers_refusal_id_key" ON "scene_performers"("refusal_id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_performers_link_hash_key" ON "scene_performers"("link_hash");

-- CreateIndex
CREATE INDEX "scene_performers_email_idx" ON "scene_performers"("email" text_pattern_ops);

-- CreateIndex
CREATE INDEX "scene_performers_user_id_id_idx" ON "scene_performers"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_performers_scene_id_position_key" ON "scene_performers"("scene_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "scene_performers_scene_id_email_key" ON "scene_performers"("scene_id", "email");

-- CreateIndex
CREATE INDEX "scene_extensions_partner_id_id_idx" ON "scene_extensions"("partner_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_extensions_scene_id_partner_id_key" ON "scene_extensions"("scene_id", "partner_id");

-- CreateIndex
CREATE INDEX "scene_publications_scene_id_partner_id_id_idx" ON "scene_publications"("scene_id", "partner_id", "id");

-- CreateIndex
CREATE INDEX "scene_publications_url" ON "scene_publications" USING HASH ("content_url");

-- CreateIndex
CREATE INDEX "scene_publications_sha256" ON "scene_publications"("depiction_sha256", "partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_publications_partner_id_content_url_key" ON "scene_publications"("partner_id", "content_url");

-- CreateIndex
CREATE UNIQUE INDEX "scene_fees_payment_charge_id_key" ON "scene_fees"("payment_charge_id");

-- CreateIndex
CREATE INDEX "scene_fees_payer_id_id_idx" ON "scene_fees"("payer_id", "id");

-- CreateIndex
CREATE INDEX "scene_fees_partner_id_id_idx" ON "scene_fees"("partner_id", "id");

-- CreateIndex
CREATE INDEX "scene_fees_partner_id_billed_to_status_id_idx" ON "scene_fees"("partner_id", "billed_to", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "scene_fees_scene_id_partner_id_kind_key" ON "scene_fees"("scene_id", "partner_id", "kind");

-- CreateIndex
CREATE INDEX "scene_fee_charges_fee_id_idx" ON "scene_fee_charges"("fee_id");

-- CreateIndex
CREATE UNIQUE INDEX "release_copies_key_key" ON "release_copies"("key");

-- CreateIndex
CREATE UNIQUE INDEX "signing_certificates_sha256_key" ON "signing_certificates"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "producers_user_id_key" ON "producers"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "producer_invitations_token_hash_key" ON "producer_invitations"("token_hash");

-- CreateIndex
CREATE INDEX "producer_invitations_partner_id_id_idx" ON "producer_invitations"("partner_id", "id");

-- CreateIndex
CREATE INDEX "producer_invitations_email_idx" ON "producer_invitations"("email");

-- CreateIndex
CREATE INDEX "producer_partners_partner_id_producer_id_idx" ON "producer_partners"("partner_id", "producer_id");

-- CreateIndex
CREATE INDEX "productions_producer_id_id_idx" ON "productions"("producer_id", "id");

-- CreateIndex
CREATE INDEX "partner_performers_production_id_idx" ON "partner_performers"("production_id");

-- CreateIndex
CREATE INDEX "production_partners_partner_id_production_id_idx" ON "production_partners"("partner_id", "production_id");

-- CreateIndex
CREATE INDEX "production_partners_partner_id_linked_at_idx" ON "production_partners"("partner_id", "linked_at");

-- CreateIndex
CREATE INDEX "production_performers_email_production_id_idx" ON "production_performers"("email", "production_id");

-- CreateIndex
CREATE INDEX "production_performers_email_prefix" ON "production_performers"("email" text_pattern_ops, "production_id");

-- CreateIndex
CREATE INDEX "production_performers_scene_id_idx" ON "production_performers"("scene_id");

-- CreateIndex
CREATE UNIQUE INDEX "production_performers_scene_key" ON "production_performers"("production_id", "scene_id", "email");

-- CreateIndex
CREATE INDEX "production_depictions_production_id_id_idx" ON "production_depictions"("production_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sealed_packages_attestation_id_key" ON "sealed_packages"("attestation_id");

-- CreateIndex
CREATE UNIQUE INDEX "sealed_packages_storage_key_key" ON "sealed_packages"("storage_key");

-- CreateIndex
CREATE INDEX "sealed_packages_production_id_id_idx" ON "sealed_packages"("production_id", "id");

-- CreateIndex
CREATE INDEX "seal_holds_production_id_idx" ON "seal_holds"("production_id");

-- CreateIndex
CREATE INDEX "age_proofs_person_id_idx" ON "age_proofs"("person_id");

-- CreateIndex
CREATE INDEX "certificates_production_id_id_idx" ON "certificates"("production_id", "id");

-- CreateIndex
CREATE INDEX "certificates_issued_at_id_idx" ON "certificates"("issued_at", "id");

-- CreateIndex
CREATE INDEX "inspection_productions_production_id_inspection_id_idx" ON "inspection_productions"("production_id", "inspection_id");

-- CreateIndex
CREATE UNIQUE INDEX "removal_drafts_token_hash_key" ON "removal_drafts"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "removal_drafts_link_hash_key" ON "removal_drafts"("link_hash");

-- CreateIndex
CREATE INDEX "removal_drafts_expires_at_idx" ON "removal_drafts"("expires_at");

-- CreateIndex
CREATE INDEX "removal_drafts_email_idx" ON "removal_drafts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "removal_requests_attestation_id_key" ON "removal_requests"("attestation_id");

-- CreateIndex
CREATE UNIQUE INDEX "removal_requests_draft_id_key" ON "removal_requests"("draft_id");

-- CreateIndex
CREATE UNIQUE INDEX "removal_requests_token_hash_key" ON "removal_requests"("token_hash");

-- CreateIndex
CREATE INDEX "removal_requests_email_id_idx" ON "removal_requests"("email", "id");

-- CreateIndex
CREATE INDEX "removal_requests_user_id_idx" ON "removal_requests"("user_id");

-- CreateIndex
CREATE INDEX "removal_requests_requested_at_id_idx" ON "removal_requests"("requested_at", "id");

-- CreateIndex
CREATE INDEX "removal_item_targets_target_id_idx" ON "removal_item_targets"("target_id");

-- CreateIndex
CREATE INDEX "removal_items_request_id_id_idx" ON "removal_items"("request_id", "id");

-- CreateIndex
CREATE INDEX "erased_depictions_account_id_external_content_id_idx" ON "erased_depictions"("account_id", "external_content_id");

-- CreateIndex
CREATE INDEX "removal_messages_request_id_id_idx" ON "removal_messages"("request_id", "id");

-- CreateIndex
CREATE INDEX "takedowns_item_id_partner_id_idx" ON "takedowns"("item_id", "partner_id");

-- CreateIndex
CREATE INDEX "takedowns_partner_id_id_idx" ON "takedowns"("partner_id", "id");

-- CreateIndex
CREATE INDEX "removal_decisions_decided_at_idx" ON "removal_decisions"("decided_at");

-- CreateIndex
CREATE INDEX "removal_decisions_request_id_idx" ON "removal_decisions"("request_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_accounts" ADD CONSTRAINT "sign_in_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_revoked_by_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solo_accounts" ADD CONSTRAINT "solo_accounts_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "solo_accounts" ADD CONSTRAINT "solo_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_holds" ADD CONSTRAINT "account_holds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_requests" ADD CONSTRAINT "link_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_requests" ADD CONSTRAINT "link_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_changes" ADD CONSTRAINT "roster_changes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_changes" ADD CONSTRAINT "roster_changes_started_by_id_fkey" FOREIGN KEY ("started_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_change_items" ADD CONSTRAINT "roster_change_items_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "roster_changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster_change_items" ADD CONSTRAINT "roster_change_items_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "onboarding_links" ADD CONSTRAINT "onboarding_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "identity_checks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_performer_id_fkey" FOREIGN KEY ("performer_id") REFERENCES "scene_performers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_photos" ADD CONSTRAINT "identity_photos_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "identity_checks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_aliases" ADD CONSTRAINT "person_aliases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "looks" ADD CONSTRAINT "looks_custodian_id_fkey" FOREIGN KEY ("custodian_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_closed_by_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement_versions" ADD CONSTRAINT "statement_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "statements"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "depictions" ADD CONSTRAINT "depictions_account_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "solo_accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_placed_by_id_fkey" FOREIGN KEY ("placed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_lifted_by_id_fkey" FOREIGN KEY ("lifted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "index_entries" ADD CONSTRAINT "index_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_index_entries" ADD CONSTRAINT "scene_index_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_scene_people" ADD CONSTRAINT "erased_scene_people_depiction_id_fkey" FOREIGN KEY ("depiction_id") REFERENCES "depictions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_scene_people" ADD CONSTRAINT "erased_scene_people_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_import_findings" ADD CONSTRAINT "content_import_findings_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "content_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_import_handles" ADD CONSTRAINT "content_import_handles_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "content_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_checkouts" ADD CONSTRAINT "payment_checkouts_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "payment_customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_refunds" ADD CONSTRAINT "subscription_refunds_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "payment_customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoices" ADD CONSTRAINT "platform_invoices_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoices" ADD CONSTRAINT "platform_invoices_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "payment_customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoice_lines" ADD CONSTRAINT "platform_invoice_lines_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "platform_invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoice_lines" ADD CONSTRAINT "platform_invoice_lines_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoice_fees" ADD CONSTRAINT "platform_invoice_fees_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "platform_invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "platform_invoice_fees" ADD CONSTRAINT "platform_invoice_fees_scene_fee_id_fkey" FOREIGN KEY ("scene_fee_id") REFERENCES "scene_fees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "served_days" ADD CONSTRAINT "served_days_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_started_by_id_fkey" FOREIGN KEY ("started_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attestations" ADD CONSTRAINT "attestations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_account_fkey" FOREIGN KEY ("partner_id", "account_id") REFERENCES "solo_accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_attestation_id_fkey" FOREIGN KEY ("attestation_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collab_scenes" ADD CONSTRAINT "collab_scenes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collab_scenes" ADD CONSTRAINT "collab_scenes_uploader_fkey" FOREIGN KEY ("partner_id", "uploader_account_id") REFERENCES "solo_accounts"("partner_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collab_scenes" ADD CONSTRAINT "collab_scenes_attestation_id_fkey" FOREIGN KEY ("attestation_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collab_scenes" ADD CONSTRAINT "collab_scenes_upload_session_id_fkey" FOREIGN KEY ("upload_session_id") REFERENCES "upload_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_jobs" ADD CONSTRAINT "verification_jobs_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_jobs" ADD CONSTRAINT "verification_jobs_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_jobs" ADD CONSTRAINT "verification_jobs_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_performers" ADD CONSTRAINT "scene_performers_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_performers" ADD CONSTRAINT "scene_performers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_performers" ADD CONSTRAINT "scene_performers_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_performers" ADD CONSTRAINT "scene_performers_refusal_id_fkey" FOREIGN KEY ("refusal_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_extensions" ADD CONSTRAINT "scene_extensions_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_extensions" ADD CONSTRAINT "scene_extensions_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_publications" ADD CONSTRAINT "scene_publications_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_publications" ADD CONSTRAINT "scene_publications_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_fees" ADD CONSTRAINT "scene_fees_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_fees" ADD CONSTRAINT "scene_fees_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_fees" ADD CONSTRAINT "scene_fees_payer_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_fees" ADD CONSTRAINT "scene_fees_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "payment_customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scene_fee_charges" ADD CONSTRAINT "scene_fee_charges_fee_id_fkey" FOREIGN KEY ("fee_id") REFERENCES "scene_fees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_copies" ADD CONSTRAINT "release_copies_performer_id_fkey" FOREIGN KEY ("performer_id") REFERENCES "scene_performers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_copies" ADD CONSTRAINT "release_copies_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "signing_certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_id_fkey" FOREIGN KEY ("id") REFERENCES "signing_certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "producers" ADD CONSTRAINT "producers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "producer_invitations" ADD CONSTRAINT "producer_invitations_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "producer_invitations" ADD CONSTRAINT "producer_invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "producer_partners" ADD CONSTRAINT "producer_partners_producer_id_fkey" FOREIGN KEY ("producer_id") REFERENCES "producers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "producer_partners" ADD CONSTRAINT "producer_partners_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "productions" ADD CONSTRAINT "productions_producer_id_fkey" FOREIGN KEY ("producer_id") REFERENCES "producers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "productions" ADD CONSTRAINT "productions_created_by_partner_id_fkey" FOREIGN KEY ("created_by_partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_takedowns" ADD CONSTRAINT "production_takedowns_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_performers" ADD CONSTRAINT "partner_performers_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_performers" ADD CONSTRAINT "partner_performers_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_partners" ADD CONSTRAINT "production_partners_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_partners" ADD CONSTRAINT "production_partners_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_performers" ADD CONSTRAINT "production_performers_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_performers" ADD CONSTRAINT "production_performers_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "collab_scenes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_performers" ADD CONSTRAINT "production_performers_scene_performer_id_fkey" FOREIGN KEY ("scene_performer_id") REFERENCES "scene_performers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "production_depictions" ADD CONSTRAINT "production_depictions_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sealed_packages" ADD CONSTRAINT "sealed_packages_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sealed_packages" ADD CONSTRAINT "sealed_packages_attestation_id_fkey" FOREIGN KEY ("attestation_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seal_holds" ADD CONSTRAINT "seal_holds_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "sealed_packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seal_holds" ADD CONSTRAINT "seal_holds_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "age_proofs" ADD CONSTRAINT "age_proofs_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "age_proofs" ADD CONSTRAINT "age_proofs_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_keys" ADD CONSTRAINT "package_keys_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "sealed_packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "sealed_packages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_attestation_id_fkey" FOREIGN KEY ("attestation_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_kid_fkey" FOREIGN KEY ("kid") REFERENCES "certificate_keys"("kid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_superseded_by_id_fkey" FOREIGN KEY ("superseded_by_id") REFERENCES "certificates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_entered_by_id_fkey" FOREIGN KEY ("entered_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection_productions" ADD CONSTRAINT "inspection_productions_inspection_id_fkey" FOREIGN KEY ("inspection_id") REFERENCES "inspections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inspection_productions" ADD CONSTRAINT "inspection_productions_production_id_fkey" FOREIGN KEY ("production_id") REFERENCES "productions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_requests" ADD CONSTRAINT "removal_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_requests" ADD CONSTRAINT "removal_requests_custodian_id_fkey" FOREIGN KEY ("custodian_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_requests" ADD CONSTRAINT "removal_requests_closing_by_id_fkey" FOREIGN KEY ("closing_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_requests" ADD CONSTRAINT "removal_requests_attestation_id_fkey" FOREIGN KEY ("attestation_id") REFERENCES "attestations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_targets" ADD CONSTRAINT "removal_targets_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "removal_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_item_targets" ADD CONSTRAINT "removal_item_targets_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "removal_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_item_targets" ADD CONSTRAINT "removal_item_targets_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "removal_targets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_items" ADD CONSTRAINT "removal_items_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "removal_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_items" ADD CONSTRAINT "removal_items_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_items" ADD CONSTRAINT "removal_items_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_items" ADD CONSTRAINT "removal_items_proposed_by_id_fkey" FOREIGN KEY ("proposed_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_depictions" ADD CONSTRAINT "erased_depictions_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_messages" ADD CONSTRAINT "removal_messages_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "removal_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_messages" ADD CONSTRAINT "removal_messages_custodian_id_fkey" FOREIGN KEY ("custodian_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "takedowns" ADD CONSTRAINT "takedowns_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "removal_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "takedowns" ADD CONSTRAINT "takedowns_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_decisions" ADD CONSTRAINT "removal_decisions_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "removal_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removal_reports" ADD CONSTRAINT "removal_reports_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "copy_fingerprints" ADD CONSTRAINT "copy_fingerprints_depiction_id_fkey" FOREIGN KEY ("depiction_id") REFERENCES "depictions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
