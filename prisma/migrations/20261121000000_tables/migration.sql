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
CREATE TYPE "hold_kind" AS ENUM ('service', 'partner', 'platform', 'subscription');

-- CreateEnum
CREATE TYPE "suspend_reason" AS ENUM ('manual_suspension', 'platform_deactivated', 'partner_deactivated', 'platform_lapsed', 'subscription_lapsed');

-- CreateEnum
CREATE TYPE "link_decision" AS ENUM ('pending', 'approved', 'declined');

-- CreateEnum
CREATE TYPE "onboarding_link_kind" AS ENUM ('partner', 'mail');

-- CreateEnum
CREATE TYPE "identity_driver" AS ENUM ('custodian_review', 'stripe_identity', 'import');

-- CreateEnum
CREATE TYPE "identity_check_status" AS ENUM ('draft', 'submitted', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "document_type" AS ENUM ('passport', 'driving_licence', 'id_card', 'residence_permit');

-- CreateEnum
CREATE TYPE "photo_kind" AS ENUM ('document_front', 'document_back', 'person');

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

    CONSTRAINT "verification_tokens_pkey" PRIMARY KEY ("identifier","token")
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
CREATE TABLE "subscriptions" (
    "user_id" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("user_id")
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
    "birth_date" DATE NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "document_expiry" DATE,
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
    "birth_date" DATE,
    "other_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "document_type" "document_type",
    "document_country" TEXT,
    "document_number" BYTEA,
    "document_expiry" DATE,
    "vendor_session_id" TEXT,
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

    CONSTRAINT "person_aliases_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("at","id")
) PARTITION BY RANGE ("at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

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
CREATE INDEX "solo_accounts_partner_id_id_idx" ON "solo_accounts"("partner_id", "id");

-- CreateIndex
CREATE INDEX "solo_accounts_partner_id_status_id_idx" ON "solo_accounts"("partner_id", "status", "id");

-- CreateIndex
CREATE INDEX "solo_accounts_user_id_idx" ON "solo_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "solo_accounts_partner_id_external_user_id_key" ON "solo_accounts"("partner_id", "external_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "solo_accounts_partner_id_email_key" ON "solo_accounts"("partner_id", "email");

-- CreateIndex
CREATE INDEX "account_holds_account_id_idx" ON "account_holds"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "link_requests_account_id_key" ON "link_requests"("account_id");

-- CreateIndex
CREATE INDEX "link_requests_user_id_decision_idx" ON "link_requests"("user_id", "decision");

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
CREATE INDEX "webhook_events_partner_id_id_idx" ON "webhook_events"("partner_id", "id");

-- CreateIndex
CREATE INDEX "webhook_events_partner_id_type_id_idx" ON "webhook_events"("partner_id", "type", "id");

-- CreateIndex
CREATE INDEX "ledger_entries_subject_kind_subject_id_seq_idx" ON "ledger_entries"("subject_kind", "subject_id", "seq");

-- CreateIndex
CREATE INDEX "ledger_entries_partner_id_seq_idx" ON "ledger_entries"("partner_id", "seq");

-- CreateIndex
CREATE INDEX "ledger_entries_actor_kind_actor_id_seq_idx" ON "ledger_entries"("actor_kind", "actor_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_chain_position_key" ON "ledger_entries"("chain", "position");

-- CreateIndex
CREATE INDEX "request_log_partner_id_at_id_idx" ON "request_log"("partner_id", "at", "id");

-- CreateIndex
CREATE INDEX "request_log_partner_id_api_key_id_at_id_idx" ON "request_log"("partner_id", "api_key_id", "at", "id");

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
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "solo_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_photos" ADD CONSTRAINT "identity_photos_check_id_fkey" FOREIGN KEY ("check_id") REFERENCES "identity_checks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_aliases" ADD CONSTRAINT "person_aliases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
