-- What schema.prisma describes, as Prisma writes it but for the partitions of request_log.

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
CREATE TYPE "mailbox_proof" AS ENUM ('code', 'mail_link');

-- CreateEnum
CREATE TYPE "identity_driver" AS ENUM ('custodian_review', 'stripe_identity', 'import');

-- CreateEnum
CREATE TYPE "identity_check_status" AS ENUM ('draft', 'submitted', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "photo_kind" AS ENUM ('document_front', 'document_back', 'person');

-- CreateEnum
CREATE TYPE "compliance_copy_state" AS ENUM ('pending', 'stored', 'missing');

-- CreateEnum
CREATE TYPE "content_import_status" AS ENUM ('waiting', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "search_kind" AS ENUM ('depiction');

-- CreateEnum
CREATE TYPE "payment_checkout_mode" AS ENUM ('subscription', 'setup');

-- CreateEnum
CREATE TYPE "payment_checkout_status" AS ENUM ('open', 'complete', 'expired');

-- CreateEnum
CREATE TYPE "subscription_status" AS ENUM ('active', 'past_due', 'ended');

-- CreateEnum
CREATE TYPE "platform_invoice_status" AS ENUM ('draft', 'open', 'paid', 'void', 'uncollectible');

-- CreateEnum
CREATE TYPE "webhook_endpoint_status" AS ENUM ('enabled', 'paused');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

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

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_accounts" (
    "user_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "refresh_token" TEXT,
    "access_token" TEXT,
    "expires_at" INTEGER,
    "token_type" TEXT,
    "scope" TEXT,
    "id_token" TEXT,
    "session_state" TEXT,

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
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
CREATE TABLE "onboarding_visits" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mailbox_proven_at" TIMESTAMPTZ(3),
    "proven_by" "mailbox_proof",
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_tries" INTEGER NOT NULL DEFAULT 0,
    "codes_sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "onboarding_visits_pkey" PRIMARY KEY ("id")
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
    "depiction_id" TEXT NOT NULL,
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

-- CreateTable, by hand: partitioned by day
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
) PARTITION BY RANGE ("at");

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
CREATE INDEX "partners_changed_at_idx" ON "partners"("changed_at");

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
CREATE INDEX "api_keys_changed_at_idx" ON "api_keys"("changed_at");

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
CREATE UNIQUE INDEX "onboarding_visits_token_hash_key" ON "onboarding_visits"("token_hash");

-- CreateIndex
CREATE INDEX "onboarding_visits_account_id_idx" ON "onboarding_visits"("account_id");

-- CreateIndex
CREATE INDEX "onboarding_visits_expires_at_idx" ON "onboarding_visits"("expires_at");

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
CREATE UNIQUE INDEX "identity_photos_storage_key_key" ON "identity_photos"("storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "identity_photos_check_id_kind_key" ON "identity_photos"("check_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "person_aliases_user_id_name_key" ON "person_aliases"("user_id", "name");

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
CREATE INDEX "index_entries_user_id_depiction_id_idx" ON "index_entries"("user_id", "depiction_id");

-- CreateIndex
CREATE INDEX "index_entries_last_changed" ON "index_entries"("last_changed_at");

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
ALTER TABLE "onboarding_visits" ADD CONSTRAINT "onboarding_visits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "identity_photos" ADD CONSTRAINT "identity_photos_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "identity_checks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_aliases" ADD CONSTRAINT "person_aliases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
