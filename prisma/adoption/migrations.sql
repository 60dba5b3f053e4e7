-- The migrations from before the two of today, oldest first. Databases that ran the first 38 of them or more are adopted (adopt.ts).

-- migration 20261121000000_tables
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

-- migration 20261121000100_guards
-- What the schema language cannot say: checks, partial uniques, triggers, partitions and the ledger's hash chain.

-- ─── Shape of values ────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE users ADD CONSTRAINT users_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_email_normal CHECK (email = lower(btrim(email)) AND length(email) BETWEEN 3 AND 320);
ALTER TABLE partner_invitations ADD CONSTRAINT partner_invitations_email_normal CHECK (email = lower(btrim(email)));
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_names_short
  CHECK (coalesce(length(first_name), 0) <= 100 AND coalesce(length(last_name), 0) <= 100);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_shape
  CHECK (octet_length(hash) = 32 AND length(prefix) = 4 AND length(tail) = 4 AND length(name) BETWEEN 1 AND 100);
ALTER TABLE onboarding_links ADD CONSTRAINT onboarding_links_hash CHECK (octet_length(token_hash) = 32 AND serial > 0);

-- ─── Solo accounts ──────────────────────────────────────────────────────────────────────────────────────────────

-- A reason and a date are given exactly while suspended, and an active account has a person and a verification.
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_suspended_has_reason
  CHECK ((status = 'suspended') = (suspend_reason IS NOT NULL) AND (status = 'suspended') = (suspended_at IS NOT NULL));
ALTER TABLE solo_accounts ADD CONSTRAINT solo_accounts_active_is_verified
  CHECK (status <> 'active' OR (user_id IS NOT NULL AND verified_at IS NOT NULL));
ALTER TABLE account_holds ADD CONSTRAINT account_holds_reason_fits CHECK (
  (kind = 'service' AND reason IN ('manual_suspension', 'platform_deactivated'))
  OR (kind = 'partner' AND reason = 'partner_deactivated')
  OR (kind = 'platform' AND reason = 'platform_lapsed')
  OR (kind = 'subscription' AND reason = 'subscription_lapsed'));
CREATE UNIQUE INDEX account_holds_one_standing ON account_holds (account_id, kind) WHERE lifted_at IS NULL;
ALTER TABLE link_requests ADD CONSTRAINT link_requests_decided CHECK ((decision = 'pending') = (decided_at IS NULL));

-- ─── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- At most ten active keys for a partner. The lock on the partner makes two creations at once queue behind each other.
CREATE FUNCTION api_keys_at_most_ten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- NO KEY: provisioning, which only refers to the partner, need not wait.
  PERFORM 1 FROM partners WHERE id = NEW.partner_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM api_keys
      WHERE partner_id = NEW.partner_id AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > NEW.created_at)
        AND (revoke_at IS NULL OR revoke_at > NEW.created_at)) >= 10 THEN
    RAISE EXCEPTION 'a partner has at most 10 active keys' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_at_most_ten';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_at_most_ten BEFORE INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_at_most_ten();

CREATE FUNCTION api_keys_revocation_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked key stays revoked' USING ERRCODE = 'check_violation', CONSTRAINT = 'api_keys_revocation_is_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_revocation_is_final BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_revocation_is_final();

-- ─── Identity ───────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND birth_date IS NOT NULL AND submitted_at IS NOT NULL));
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_decided CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL));
ALTER TABLE identity_checks ADD CONSTRAINT identity_checks_reason CHECK ((status = 'rejected') = (rejection_reason IS NOT NULL));
CREATE UNIQUE INDEX identity_checks_one_open ON identity_checks (user_id) WHERE status IN ('draft', 'submitted');

-- A decided check never changes.
CREATE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('approved', 'rejected') THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identity_checks_final BEFORE UPDATE ON identity_checks FOR EACH ROW EXECUTE FUNCTION identity_checks_final();

-- Seven years from the last change, and never under a legal hold. No code path and no console erases earlier.
CREATE FUNCTION identities_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR OLD.last_changed_at + interval '7 years' > now() THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identities_keep_seven_years BEFORE DELETE ON identities FOR EACH ROW EXECUTE FUNCTION identities_keep_seven_years();

CREATE FUNCTION identity_checks_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' THEN RETURN OLD; END IF;
  IF greatest(OLD.updated_at, OLD.submitted_at, OLD.decided_at) + interval '7 years' > now()
     OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = OLD.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER identity_checks_keep_seven_years BEFORE DELETE ON identity_checks FOR EACH ROW EXECUTE FUNCTION identity_checks_keep_seven_years();

-- Photos of a draft may be retaken; afterwards they are evidence: neither changed nor erased while their check stands.
CREATE FUNCTION identity_photos_are_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.id = OLD.check_id AND c.status <> 'draft'
             AND (TG_OP = 'UPDATE' OR greatest(c.updated_at, c.submitted_at, c.decided_at) + interval '7 years' > now()
                  OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = c.user_id AND (i.legal_hold OR i.last_changed_at + interval '7 years' > now())))) THEN
    RAISE EXCEPTION 'identity records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER identity_photos_are_evidence BEFORE UPDATE OR DELETE ON identity_photos FOR EACH ROW EXECUTE FUNCTION identity_photos_are_evidence();

-- Losing a person's key is erasing their material.
CREATE FUNCTION person_keys_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM identity_checks c WHERE c.user_id = OLD.user_id AND c.status <> 'draft') THEN
    RAISE EXCEPTION 'the key of kept identity records is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER person_keys_keep BEFORE DELETE ON person_keys FOR EACH ROW EXECUTE FUNCTION person_keys_keep();

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is a table of record and is never truncated', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
END $$;
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identities EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_checks EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON identity_photos EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON person_keys EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger_heads EXECUTE FUNCTION refuse_truncate();

-- ─── Ledger ─────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION ledger_entries_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();
CREATE TRIGGER ledger_heads_stay BEFORE DELETE ON ledger_heads FOR EACH ROW EXECUTE FUNCTION ledger_entries_append_only();

-- The hash of a row: SHA-256 of the previous hash and of each field as "<length>:<text>", "-" for null, joined by ",".
-- Lengths make the text unambiguous, so that no field can be moved into its neighbour.
CREATE FUNCTION ledger_hash(prev bytea, chain smallint, "position" bigint, at timestamptz, VARIADIC fields text[]) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(prev || convert_to(
    (SELECT string_agg(coalesce(length(f) || ':' || f, '-'), ',' ORDER BY n)
     FROM unnest(ARRAY[chain::text, "position"::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')] || fields)
          WITH ORDINALITY AS t(f, n)), 'UTF8'))
$$;

-- Appends entries, given as a JSON array ordered by chain so that concurrent writers lock the heads in one order.
CREATE FUNCTION ledger_append(entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e jsonb;
  head ledger_heads%ROWTYPE;
  next_hash bytea;
  next_seq bigint;
  moment timestamptz;
BEGIN
  FOR e IN SELECT value FROM jsonb_array_elements(entries) LOOP
    SELECT * INTO STRICT head FROM ledger_heads h WHERE h.chain = (e->>'chain')::smallint FOR UPDATE;
    moment := date_trunc('milliseconds', (e->>'at')::timestamptz);
    next_seq := nextval('ledger_entries_seq_seq');
    next_hash := ledger_hash(head.hash, head.chain, head.length + 1, moment, next_seq::text, e->>'actorKind', e->>'actorId', e->>'action',
      e->>'subjectKind', e->>'subjectId', e->>'partnerId', e->>'reason', e->>'requestId', e->>'detail');
    INSERT INTO ledger_entries (seq, chain, "position", at, actor_kind, actor_id, action, subject_kind, subject_id, partner_id, reason, request_id, detail, prev_hash, hash)
    VALUES (next_seq, head.chain, head.length + 1, moment, e->>'actorKind', e->>'actorId', e->>'action', e->>'subjectKind', e->>'subjectId',
      e->>'partnerId', e->>'reason', e->>'requestId', e->>'detail', head.hash, next_hash);
    UPDATE ledger_heads h SET length = head.length + 1, hash = next_hash WHERE h.chain = head.chain;
  END LOOP;
END $$;

INSERT INTO ledger_heads (chain, length, hash)
SELECT n, 0, sha256(convert_to('ledger chain ' || n, 'UTF8')) FROM generate_series(0, 63) n;

-- ─── Request log ────────────────────────────────────────────────────────────────────────────────────────────────

-- Most calls are a GET or a POST that succeeds; the index by time finds those. Only the others are worth an index of
-- their own, so that most rows pay for none.
CREATE INDEX request_log_refused ON request_log (partner_id, status_class, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_refused_status ON request_log (partner_id, status, at, id) WHERE status_class <> 2;
CREATE INDEX request_log_rare_methods ON request_log (partner_id, method, at, id) WHERE method NOT IN ('GET', 'POST');

-- One partition a UTC day. Creating one that exists does nothing, also when two nodes do it at once.
CREATE FUNCTION request_log_ensure_day(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('request_log_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('request_log_partitions'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
      'request_log_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
  END IF;
END $$;
SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 7) n;

-- migration 20261121120000_request_log_indexes
-- A log row is written for every call, and its indexes cost more than the row itself. The list by time of one partner serves
-- as the key too, and a key's own list needs no partner beside it.
ALTER TABLE request_log DROP CONSTRAINT request_log_pkey;
DROP INDEX request_log_partner_id_at_id_idx;
DROP INDEX request_log_partner_id_api_key_id_at_id_idx;
ALTER TABLE request_log ADD CONSTRAINT request_log_pkey PRIMARY KEY (partner_id, at, id);
CREATE INDEX request_log_api_key_id_at_idx ON request_log (api_key_id, at);

-- migration 20261121121000_key_changes
-- Each node keeps the keys it meets, and asks again and again what has changed among them. With the moment of each change
-- at hand, that question costs the same for ten keys and for ten thousand.
ALTER TABLE api_keys ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE partners ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX api_keys_changed_at_idx ON api_keys (changed_at);
CREATE INDEX partners_changed_at_idx ON partners (changed_at);

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_note_change BEFORE UPDATE OF partner_id, mode, hash, expires_at, revoke_at, revoked_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER partners_note_change BEFORE UPDATE OF status ON partners FOR EACH ROW EXECUTE FUNCTION note_change();

-- migration 20261121130000_proof_of_visits
-- A code can be passed on, the link in the creator's own mail is harder to: each visit keeps by which it was proven, and each
-- check which visit works on it.
CREATE TYPE mailbox_proof AS ENUM ('code', 'mail_link');
ALTER TABLE onboarding_visits ADD COLUMN proven_by mailbox_proof;
ALTER TABLE onboarding_visits ADD CONSTRAINT onboarding_visits_proof CHECK (proven_by IS NULL OR mailbox_proven_at IS NOT NULL);
ALTER TABLE identity_checks ADD COLUMN visit_id text;

-- Whoever is in the middle of a check goes on in the browser that began it: a check begins right after the mailbox is proven.
-- Visits that are proven already count as by code; in another browser their owner is asked to come by the mail, once.
UPDATE identity_checks c SET visit_id = (
  SELECT v.id FROM onboarding_visits v
  WHERE v.account_id = c.account_id AND v.mailbox_proven_at <= c.created_at
  ORDER BY v.mailbox_proven_at DESC LIMIT 1)
WHERE c.status IN ('draft', 'submitted');

-- migration 20261121133000_email_prefix
-- Custodians look decided checks up by the beginning of an address. The unique index is in the order of the database's
-- language, in which a beginning is not a range.
CREATE INDEX users_email_prefix_idx ON users (email text_pattern_ops);

-- migration 20261121134000_mailed_links
-- Links that operators make are in nobody's mailbox: they do not count among those that a mailbox may be sent.
ALTER TABLE verification_tokens ADD COLUMN mailed boolean NOT NULL DEFAULT true;

-- migration 20261121140000_webhooks
CREATE TYPE webhook_endpoint_status AS ENUM ('enabled', 'paused');
CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'delivered', 'failed');

-- An endpoint that is deleted keeps its row, because the deliveries that name it are kept.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  description text,
  -- The types that it wants; none named for all, those of the future among them.
  types text[] NOT NULL DEFAULT '{}',
  status webhook_endpoint_status NOT NULL DEFAULT 'enabled',
  created_by_id text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  -- Since when nothing has arrived; null while the latest attempt succeeded.
  failing_since timestamptz(3),
  -- How much of an outage people were told: 0 nothing, 1 the first delivery given up, 2 a day, 3 five days.
  told smallint NOT NULL DEFAULT 0,
  CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR failing_since IS NOT NULL))
);
CREATE INDEX webhook_endpoints_partner_id_id_idx ON webhook_endpoints (partner_id, id);

-- One secret is current. One more may still sign until it retires.
CREATE TABLE webhook_secrets (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  retires_at timestamptz(3)
);
CREATE UNIQUE INDEX webhook_secrets_one_current ON webhook_secrets (endpoint_id) WHERE retires_at IS NULL;
CREATE INDEX webhook_secrets_endpoint_id_idx ON webhook_secrets (endpoint_id);

-- A pending delivery is due at next_attempt_at. That moment is also its version: who settles an attempt says which one it
-- read, and a delivery that was changed meanwhile keeps the change.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  event_id text NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE ON UPDATE CASCADE,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL,
  type text NOT NULL,
  status webhook_delivery_status NOT NULL DEFAULT 'pending',
  -- Attempts of the schedule under way that came to nothing: five end it. A replay begins anew.
  failures smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT webhook_deliveries_state CHECK (
    (status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL)
    AND failures BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries (event_id, endpoint_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_partner_id_id_idx ON webhook_deliveries (partner_id, id);
CREATE INDEX webhook_deliveries_partner_id_type_id_idx ON webhook_deliveries (partner_id, type, id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (partner_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (partner_id, id) WHERE status = 'pending';

CREATE TABLE webhook_attempts (
  id text PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE ON UPDATE CASCADE,
  endpoint_id text NOT NULL,
  -- Where it was posted to; the endpoint may have moved since.
  url text NOT NULL,
  at timestamptz(3) NOT NULL,
  duration_ms real NOT NULL,
  request_headers jsonb NOT NULL,
  -- Null when no answer arrived; `error` then says why.
  response_status smallint,
  response_headers jsonb,
  -- The first eight kilobytes.
  response_body bytea,
  error text,
  succeeded boolean NOT NULL,
  CONSTRAINT webhook_attempts_outcome CHECK (
    (response_status IS NOT NULL OR error IS NOT NULL) AND octet_length(response_body) <= 8192)
);
CREATE INDEX webhook_attempts_delivery_id_id_idx ON webhook_attempts (delivery_id, id);
CREATE INDEX webhook_attempts_endpoint_id_at_idx ON webhook_attempts (endpoint_id, at);

-- Where an event stands in its partner's feed. Given after the event was committed, by whoever reads the feed, one reader at
-- a time: so nothing ever appears before a place that was read already.
ALTER TABLE webhook_events ADD COLUMN position bigint;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position);
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, id) WHERE position IS NULL;

-- What an event is about: the ids and addresses in its payload, by which the event log is searched.
CREATE EXTENSION IF NOT EXISTS btree_gin;
ALTER TABLE webhook_events ADD COLUMN objects text[] NOT NULL DEFAULT '{}';
CREATE INDEX webhook_events_objects ON webhook_events USING gin (partner_id, objects);

-- migration 20261121141000_webhook_endpoint_hours
-- How the attempts at one endpoint went, by hours of the UTC clock: written with the attempts themselves, so that the health
-- of a busy endpoint is read from a few rows. No reference to the endpoint, as attempts have none: each would lock its row.
CREATE TABLE webhook_endpoint_hours (
  endpoint_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  attempts integer NOT NULL,
  succeeded integer NOT NULL,
  -- How many of those that succeeded took how long: one count for each range of milliseconds.
  latencies integer[] NOT NULL,
  PRIMARY KEY (endpoint_id, hour),
  CONSTRAINT webhook_endpoint_hours_counts CHECK (attempts > 0 AND succeeded BETWEEN 0 AND attempts)
) WITH (fillfactor = 50);
-- Those of long ago are forgotten by their hour.
CREATE INDEX webhook_endpoint_hours_hour_idx ON webhook_endpoint_hours (hour);

-- migration 20261121142000_webhook_replays
-- All that failed for an endpoint since a moment, sent again in batches. What failed after the replay had started is not
-- its business: each delivery is sent again once.
CREATE TABLE webhook_replays (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- How many there were at the start, and how many are queued again.
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  -- The last delivery of the batches so far: the next one begins behind it.
  reached_id text,
  started_at timestamptz(3) NOT NULL,
  started_by_id text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  finished_at timestamptz(3),
  CONSTRAINT webhook_replays_counts CHECK (total > 0 AND done BETWEEN 0 AND total)
);
CREATE UNIQUE INDEX webhook_replays_one_unfinished ON webhook_replays (endpoint_id) WHERE finished_at IS NULL;
CREATE INDEX webhook_replays_endpoint_id_id_idx ON webhook_replays (endpoint_id, id);

-- Lists of deliveries are read by endpoint, also those of a whole partner: it has few of them.
CREATE INDEX webhook_deliveries_endpoint_failed ON webhook_deliveries (endpoint_id, id) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_endpoint_waiting ON webhook_deliveries (endpoint_id, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_endpoint_id_type_id_idx ON webhook_deliveries (endpoint_id, type, id);
DROP INDEX webhook_deliveries_waiting;
DROP INDEX webhook_deliveries_partner_id_type_id_idx;

-- migration 20261121145500_webhook_feed_order
-- What has no place in its partner's feed yet, the oldest first. By time, an order that no other index has: whatever share of
-- all events the statistics take for unplaced, these are read from here, and never sought among the placed ones.
DROP INDEX webhook_events_unplaced;
CREATE INDEX webhook_events_unplaced ON webhook_events (partner_id, created_at, id) WHERE position IS NULL;

-- migration 20261121147000_webhook_news
-- People are told of a delivery that was given up at most once a day for an endpoint, and that an endpoint works again when
-- that has held for a while. So what they were told outlasts the first arrival.
ALTER TABLE webhook_endpoints
  -- When people were last told that a delivery was given up.
  ADD COLUMN told_at timestamptz(3),
  -- Since when there is a delivery that was given up and that nobody was told of.
  ADD COLUMN untold_since timestamptz(3),
  -- Of an outage that people were told of: since when everything arrives again.
  ADD COLUMN works_since timestamptz(3);
UPDATE webhook_endpoints SET told_at = now() WHERE told > 0;
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_shape,
  ADD CONSTRAINT webhook_endpoints_shape CHECK (
    length(url) <= 2048 AND length(description) <= 200 AND told BETWEEN 0 AND 3
    AND (told = 0 OR told_at IS NOT NULL)
    AND (works_since IS NOT NULL) = (told > 0 AND failing_since IS NULL));

-- migration 20261121148000_webhook_replays_by_failing
-- A replay is of what failed since a moment, by when it failed: hours after it was made. It goes from one failure to the
-- next, and a batch begins behind the last one of the batch before. One under way begins anew, and finds what is left.
CREATE INDEX webhook_deliveries_endpoint_settled ON webhook_deliveries (endpoint_id, settled_at, id) WHERE status = 'failed';
ALTER TABLE webhook_replays ADD COLUMN reached_at timestamptz(3);

-- Those that were deleted long ago are forgotten.
CREATE INDEX webhook_endpoints_deleted_at_idx ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL;

-- migration 20261121149000_webhook_slowest
-- The slowest attempt of an hour that succeeded. The counts by ranges tell a percentile to a fifth; with it, never one above
-- what was measured. Null when none succeeded, and where the attempts that were counted are not kept any more.
ALTER TABLE webhook_endpoint_hours ADD COLUMN slowest_ms real;
UPDATE webhook_endpoint_hours AS kept SET slowest_ms = made.slowest_ms
FROM (SELECT endpoint_id, date_trunc('hour', at, 'UTC') AS hour, max(duration_ms) AS slowest_ms
      FROM webhook_attempts
      WHERE succeeded AND at >= (SELECT min(hour) FROM webhook_endpoint_hours)
      GROUP BY 1, 2) AS made
WHERE made.endpoint_id = kept.endpoint_id AND made.hour = kept.hour;
-- As text, in the order in which they were sent and came: jsonb sorts them.
ALTER TABLE webhook_attempts
  ALTER COLUMN request_headers TYPE json,
  ALTER COLUMN response_headers TYPE json;

-- migration 20261121150000_content
CREATE TYPE compliance_copy_state AS ENUM ('pending', 'stored', 'missing');

-- One depiction of the content log. `copy_…` is what was declared; `kept_…` what was verified and is kept.
CREATE TABLE depictions (
  id text PRIMARY KEY,
  content_log_id text NOT NULL,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  external_content_id text,
  content_url text NOT NULL,
  title text NOT NULL,
  content_type text NOT NULL,
  platform text NOT NULL,
  -- Where the retention clock begins.
  production_date timestamptz(3) NOT NULL,
  file_hash bytea,
  copy_state compliance_copy_state NOT NULL,
  copy_mime_type text,
  copy_bytes integer,
  kept_key text,
  kept_sha256 bytea,
  kept_at timestamptz(3),
  legal_hold boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  removed_by_kind text,
  removed_by_id text,
  removal_reason text,
  removal_request_id text,
  CONSTRAINT depictions_shape CHECK (
    length(external_content_id) BETWEEN 1 AND 512 AND length(content_url) <= 2048 AND length(title) BETWEEN 1 AND 2000
    AND length(platform) BETWEEN 1 AND 500 AND octet_length(file_hash) = 32),
  CONSTRAINT depictions_copy CHECK (
    (copy_state = 'missing') = (copy_mime_type IS NULL) AND (copy_state = 'missing') = (copy_bytes IS NULL) AND copy_bytes > 0
    AND (copy_state = 'stored') = (kept_key IS NOT NULL) AND (copy_state = 'stored') = (kept_at IS NOT NULL)
    AND (copy_state = 'stored') = (kept_sha256 IS NOT NULL) AND octet_length(kept_sha256) = 32),
  CONSTRAINT depictions_removed CHECK (
    (removed_at IS NULL) = (removed_by_kind IS NULL) AND (removed_at IS NULL) = (removal_reason IS NULL))
);
CREATE UNIQUE INDEX depictions_content_log_id_key ON depictions (content_log_id);
CREATE UNIQUE INDEX depictions_external_content_id ON depictions (account_id, external_content_id);
CREATE UNIQUE INDEX depictions_content_url ON depictions (account_id, content_url) WHERE external_content_id IS NULL;
CREATE INDEX depictions_partner_id_id_idx ON depictions (partner_id, id);
CREATE INDEX depictions_account_id_id_idx ON depictions (account_id, id);
CREATE INDEX depictions_partner_production ON depictions (partner_id, production_date, id);
CREATE INDEX depictions_partner_copy_state ON depictions (partner_id, copy_state, id) WHERE copy_state <> 'stored' AND removed_at IS NULL;
CREATE INDEX depictions_partner_removed ON depictions (partner_id, id) WHERE removed_at IS NOT NULL;
CREATE INDEX depictions_production ON depictions (production_date, id);
CREATE UNIQUE INDEX depictions_kept_key ON depictions (kept_key) WHERE kept_key IS NOT NULL;

-- The cross-reference that the law asks for: who appears in which depiction. Kept seven years from its own last change too,
-- so it may outlive the depiction, and then carries what it was called and where it was.
CREATE TABLE index_entries (
  depiction_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  production_date timestamptz(3) NOT NULL,
  last_changed_at timestamptz(3) NOT NULL,
  legal_hold boolean NOT NULL DEFAULT false,
  title text,
  content_url text,
  external_content_id text,
  PRIMARY KEY (depiction_id, user_id)
);
CREATE INDEX index_entries_user_id_depiction_id_idx ON index_entries (user_id, depiction_id);
CREATE INDEX index_entries_last_changed ON index_entries (last_changed_at);

-- Seven years from a day: a leap day's seven years end with the last day of February, not a day early.
CREATE FUNCTION seven_years_after(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN to_char(at AT TIME ZONE 'UTC', 'MMDD') = '0229'
    THEN (at AT TIME ZONE 'UTC' + interval '7 years 1 day') AT TIME ZONE 'UTC'
    ELSE (at AT TIME ZONE 'UTC' + interval '7 years') AT TIME ZONE 'UTC' END
$$;

-- No code path and no console erases a record early, moves its clock, or takes back what was kept.
CREATE FUNCTION depictions_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(OLD.production_date) > now() THEN
    RAISE EXCEPTION 'content records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER depictions_keep_seven_years BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_keep_seven_years();

CREATE FUNCTION depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.content_log_id, NEW.account_id, NEW.production_date) IS DISTINCT FROM
     (OLD.id, OLD.content_log_id, OLD.account_id, OLD.production_date) THEN
    RAISE EXCEPTION 'what a depiction is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.copy_state = 'stored' AND (NEW.copy_state, NEW.kept_key, NEW.kept_sha256, NEW.kept_at, NEW.copy_bytes) IS DISTINCT FROM
     (OLD.copy_state, OLD.kept_key, OLD.kept_sha256, OLD.kept_at, OLD.copy_bytes) THEN
    RAISE EXCEPTION 'a stored copy does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.removed_by_kind, NEW.removed_by_id, NEW.removal_reason, NEW.removal_request_id)
     IS DISTINCT FROM (OLD.removed_at, OLD.removed_by_kind, OLD.removed_by_id, OLD.removal_reason, OLD.removal_request_id) THEN
    RAISE EXCEPTION 'a removal is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER depictions_stay_true BEFORE UPDATE ON depictions FOR EACH ROW EXECUTE FUNCTION depictions_stay_true();

CREATE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(greatest(OLD.production_date, OLD.last_changed_at)) > now() THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER index_entries_keep_seven_years BEFORE DELETE ON index_entries FOR EACH ROW EXECUTE FUNCTION index_entries_keep_seven_years();
CREATE TRIGGER depictions_not_truncated BEFORE TRUNCATE ON depictions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER index_entries_not_truncated BEFORE TRUNCATE ON index_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- Search by words in a title or a URL, of one partner or of all; one index, so that a record is written into one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX depictions_search ON depictions USING gin (partner_id, title gin_trgm_ops, content_url gin_trgm_ops);
-- By the beginning of a URL or of a partner's own id. A URL may be longer than what an index takes.
CREATE INDEX depictions_url_prefix ON depictions (partner_id, left(content_url, 400) text_pattern_ops);
CREATE INDEX depictions_external_prefix ON depictions (partner_id, external_content_id text_pattern_ops) WHERE external_content_id IS NOT NULL;

-- Who a name belongs to, for the custodian.
CREATE INDEX identities_name_search ON identities USING gin (legal_name gin_trgm_ops);
CREATE INDEX person_aliases_name_search ON person_aliases USING gin (name gin_trgm_ops);

-- migration 20261121155000_content_imports
CREATE TYPE content_import_status AS ENUM ('waiting', 'running', 'done', 'failed');

-- Records that a partner brings along, as a file. The file lies in the storage until the import is over.
CREATE TABLE content_imports (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status content_import_status NOT NULL DEFAULT 'waiting',
  -- Only looks at every row, and writes nothing.
  dry_run boolean NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'jsonl')),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  file_bytes integer NOT NULL CHECK (file_bytes > 0),
  -- Known when the file has been read through once, before the first row is written.
  file_sha256 bytea CHECK (octet_length(file_sha256) = 32),
  file_rows integer,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  request_id text NOT NULL,
  -- The last line of the file whose row is counted below: where it goes on after a stop.
  reached_line integer NOT NULL DEFAULT 0,
  logged integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  repeated integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
CREATE INDEX content_imports_partner_id_id_idx ON content_imports (partner_id, id);
CREATE INDEX content_imports_finished ON content_imports (finished_at);

-- Rows that were not taken, and why.
CREATE TABLE content_import_findings (
  import_id text NOT NULL REFERENCES content_imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('refused', 'repeated')),
  external_content_id text,
  reason text NOT NULL,
  PRIMARY KEY (import_id, line)
);

-- What the file has named so far, so that a repeat within it is told from a record that was there before. Kept while it runs.
CREATE TABLE content_import_handles (
  import_id text NOT NULL REFERENCES content_imports (id) ON DELETE CASCADE ON UPDATE CASCADE,
  handle bytea NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (import_id, handle)
);

-- migration 20261121156000_lighter_writes
-- A transaction writes all its lines into one chain: it locks one head, once, and two transactions seldom want the same one.
DROP FUNCTION ledger_append(jsonb);
DROP FUNCTION ledger_hash(bytea, smallint, bigint, timestamptz, VARIADIC text[]);

CREATE FUNCTION ledger_field(field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(length(field) || ':' || field, '-')
$$;

-- The hash of a row: SHA-256 of the previous hash and of each field as "<length>:<text>", "-" for null, joined by ",".
-- Lengths make the text unambiguous, so that no field can be moved into its neighbour. One expression without a subquery,
-- so that the planner puts it in the place of each call.
CREATE FUNCTION ledger_hash(prev bytea, chain smallint, "position" bigint, at timestamptz, seq bigint, actor_kind text, actor_id text,
  action text, subject_kind text, subject_id text, partner_id text, reason text, request_id text, detail text) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(prev || convert_to(concat_ws(',', ledger_field(chain::text), ledger_field("position"::text),
    ledger_field(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ledger_field(seq::text), ledger_field(actor_kind),
    ledger_field(actor_id), ledger_field(action), ledger_field(subject_kind), ledger_field(subject_id), ledger_field(partner_id),
    ledger_field(reason), ledger_field(request_id), ledger_field(detail)), 'UTF8'))
$$;

-- Appends entries, given as a JSON array, to one chain, in their order.
CREATE FUNCTION ledger_append(of_chain smallint, entries jsonb) RETURNS void LANGUAGE plpgsql STRICT AS $$
DECLARE
  head ledger_heads%ROWTYPE;
  line ledger_entries%ROWTYPE;
  lines ledger_entries[] := '{}';
BEGIN
  SELECT * INTO STRICT head FROM ledger_heads h WHERE h.chain = of_chain FOR UPDATE;
  FOR line IN SELECT * FROM jsonb_populate_recordset(NULL::ledger_entries, entries) LOOP
    line.seq := nextval('ledger_entries_seq_seq');
    line.chain := of_chain;
    line.position := head.length + 1;
    line.at := date_trunc('milliseconds', line.at);
    line.prev_hash := head.hash;
    line.hash := ledger_hash(line.prev_hash, line.chain, line.position, line.at, line.seq, line.actor_kind, line.actor_id, line.action,
      line.subject_kind, line.subject_id, line.partner_id, line.reason, line.request_id, line.detail);
    head.length := line.position;
    head.hash := line.hash;
    lines := lines || line;
  END LOOP;
  INSERT INTO ledger_entries SELECT * FROM unnest(lines);
  UPDATE ledger_heads h SET length = head.length, hash = head.hash WHERE h.chain = of_chain;
END $$;

-- By actor, people alone are looked up, not the keys and jobs that write most lines.
DROP INDEX ledger_entries_actor_kind_actor_id_seq_idx;
CREATE INDEX ledger_entries_people ON ledger_entries (actor_kind, actor_id, seq) WHERE actor_kind NOT IN ('partner_key', 'system');

-- An event has no position until somebody reads the feed, and is not worth an entry before.
DROP INDEX webhook_events_position;
CREATE UNIQUE INDEX webhook_events_position ON webhook_events (partner_id, position) WHERE position IS NOT NULL;

-- That a depiction is its account's partner's is one question now, and one that nobody can get wrong. An account and with it
-- its partner are never erased.
DROP INDEX solo_accounts_partner_id_id_idx;
CREATE UNIQUE INDEX solo_accounts_partner_id_id_key ON solo_accounts (partner_id, id);
ALTER TABLE depictions DROP CONSTRAINT depictions_partner_id_fkey, DROP CONSTRAINT depictions_account_id_fkey,
  ADD CONSTRAINT depictions_account_fkey FOREIGN KEY (partner_id, account_id) REFERENCES solo_accounts (partner_id, id)
    ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE index_entries DROP CONSTRAINT index_entries_partner_id_fkey;

-- Writes events, and a delivery of each for every endpoint that wants it. Senders hear of it when and if the change commits.
-- A delivery's id begins with its event's, so that it sorts by time, and ends with what is its own.
CREATE FUNCTION emit_events(events json) RETURNS void LANGUAGE plpgsql STRICT AS $$
BEGIN
  INSERT INTO webhook_events (id, partner_id, type, body, objects, created_at)
  SELECT id, partner_id, type, convert_to(body, 'UTF8'), objects, at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, body text, objects text[], at timestamptz);
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
  SELECT 'del_' || substr(e.id, 5, 14) || left(md5(e.id || w.id), 11), e.id, w.id, e.partner_id, e.type, e.at, e.at
  FROM json_to_recordset(events) AS e(id text, partner_id text, type text, at timestamptz)
  JOIN webhook_endpoints w ON w.partner_id = e.partner_id
  WHERE w.status = 'enabled' AND w.deleted_at IS NULL AND (w.types = '{}' OR e.type = ANY (w.types));
  IF FOUND THEN
    PERFORM pg_notify('webhook_deliveries', '');
  END IF;
END $$;

-- migration 20261121160000_billing
-- Who a customer of the payment processor is: a person who subscribes, or a partner that pays the platform fee.
CREATE TABLE payment_customers (
  -- The processor's id.
  id text PRIMARY KEY,
  -- `stripe` or `simulated`: customers of one are unknown to the other.
  driver text NOT NULL,
  user_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The card that later charges go to, as the processor last showed it.
  card_id text,
  card_brand text,
  card_last4 text,
  card_expiry_month integer,
  card_expiry_year integer,
  -- Looks at the processor are numbered as they begin. Only the one that began last may write what it saw: one that began
  -- before it may have seen less.
  looks_begun bigint NOT NULL DEFAULT 0,
  looks_written bigint NOT NULL DEFAULT 0,
  looked_at timestamptz(3),
  -- When to look without having been told to; null: not before something happens.
  look_again_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_customers_owner CHECK (num_nonnulls(user_id, partner_id) = 1),
  CONSTRAINT payment_customers_card CHECK (
    num_nulls(card_id, card_brand, card_last4, card_expiry_month, card_expiry_year) IN (0, 5)),
  CONSTRAINT payment_customers_looks CHECK (looks_written <= looks_begun)
);
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (driver, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (driver, partner_id) WHERE partner_id IS NOT NULL;
CREATE INDEX payment_customers_user_id_idx ON payment_customers (user_id);
CREATE INDEX payment_customers_partner_id_idx ON payment_customers (partner_id);
CREATE INDEX payment_customers_look_again ON payment_customers (driver, look_again_at) WHERE look_again_at IS NOT NULL;

CREATE TYPE payment_checkout_mode AS ENUM ('subscription', 'setup');
CREATE TYPE payment_checkout_status AS ENUM ('open', 'complete', 'expired');

-- A page of the processor's on which somebody pays or saves a card. Its id is the idempotency key under which it is opened.
CREATE TABLE payment_checkouts (
  id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  mode payment_checkout_mode NOT NULL,
  status payment_checkout_status NOT NULL DEFAULT 'open',
  -- What is paid each month; null where nothing is.
  cents integer,
  -- The path of ours to which the person comes back.
  return_to text NOT NULL,
  -- The processor's id; null until it has answered.
  processor_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_checkouts_cents CHECK ((mode = 'subscription') = (cents IS NOT NULL) AND cents > 0)
);
CREATE UNIQUE INDEX payment_checkouts_processor_id ON payment_checkouts (processor_id);
-- One page at a time: a double click comes to the same one.
CREATE UNIQUE INDEX payment_checkouts_open ON payment_checkouts (customer_id, mode) WHERE status = 'open';

CREATE TYPE subscription_status AS ENUM ('active', 'past_due', 'ended');

ALTER TABLE subscriptions
  -- Given by the service, without payment, since when.
  ADD COLUMN complimentary_since timestamptz(3),
  -- What is paid for at the processor; all null until the person has subscribed there.
  ADD COLUMN driver text,
  ADD COLUMN processor_id text,
  ADD COLUMN status subscription_status,
  ADD COLUMN period_end timestamptz(3),
  -- It ends at this moment instead of being renewed.
  ADD COLUMN ends_at timestamptz(3),
  -- Until when a subscription with an unpaid renewal still counts as paid.
  ADD COLUMN grace_ends_at timestamptz(3),
  ADD CONSTRAINT subscriptions_processor CHECK (
    num_nulls(driver, processor_id, status, period_end) IN (0, 4) AND (grace_ends_at IS NULL OR status = 'past_due'));
CREATE UNIQUE INDEX subscriptions_processor_id ON subscriptions (processor_id) WHERE processor_id IS NOT NULL;

-- The simulated processor keeps here what Stripe would keep. Empty where Stripe is configured.
CREATE TABLE simulated_payment_objects (
  id text PRIMARY KEY,
  kind text NOT NULL,
  customer_id text REFERENCES simulated_payment_objects (id) ON DELETE CASCADE ON UPDATE CASCADE,
  body jsonb NOT NULL,
  -- When something happens to it by itself, such as a renewal.
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX simulated_payment_objects_customer ON simulated_payment_objects (customer_id, kind, id);
CREATE INDEX simulated_payment_objects_due ON simulated_payment_objects (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE simulated_payment_keys (
  key text PRIMARY KEY,
  input_sha256 bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- migration 20261121160500_payment_customers_gone
-- Since when the processor has not known a customer any more: somebody deleted it there. Its owner may become a new one.
ALTER TABLE payment_customers ADD COLUMN gone_at timestamptz(3);
DROP INDEX payment_customers_user;
DROP INDEX payment_customers_partner;
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (driver, user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (driver, partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;

-- migration 20261121161000_platform_fee
-- Since when an account has been active without a break; null while it is not. The platform fee goes by it. What was active
-- before this was written down is not charged for the past.
ALTER TABLE solo_accounts ADD COLUMN active_since timestamptz(3);
UPDATE solo_accounts SET active_since = now() WHERE status = 'active';

-- The service's own people let the fee lapse, whatever the invoices say.
ALTER TABLE partners ADD COLUMN platform_fee_held_at timestamptz(3);

CREATE TYPE platform_invoice_status AS ENUM ('draft', 'open', 'paid', 'void', 'uncollectible');

-- The platform fee of one month. Written before the processor hears of it; its id is the idempotency key there.
CREATE TABLE platform_invoices (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The first day of the month.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  status platform_invoice_status NOT NULL DEFAULT 'draft',
  line_count integer NOT NULL CHECK (line_count > 0),
  total_cents integer NOT NULL CHECK (total_cents >= 0),
  -- Where it is sent: null until the processor is about to be told.
  customer_id text REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Counted up when a half-made one at the processor is thrown away: part of the key.
  generation integer NOT NULL DEFAULT 0,
  processor_id text,
  number text,
  page_url text,
  pdf_url text,
  -- Why the last try to pay it failed.
  failure text,
  -- How many tries to pay it have failed, and with which card the last of them was.
  tries integer NOT NULL DEFAULT 0,
  tried_card_id text,
  -- When it goes on by itself; null: when something happens.
  next_try_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3),
  -- Unpaid at this moment, the fee lapses.
  due_at timestamptz(3),
  paid_at timestamptz(3),
  -- An operator took it as paid by other means.
  settled_at timestamptz(3),
  CONSTRAINT platform_invoices_sent CHECK (processor_id IS NULL OR customer_id IS NOT NULL),
  CONSTRAINT platform_invoices_opened CHECK (status = 'draft' OR (processor_id IS NOT NULL AND opened_at IS NOT NULL AND due_at IS NOT NULL)),
  CONSTRAINT platform_invoices_paid CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX platform_invoices_month ON platform_invoices (partner_id, month);
CREATE UNIQUE INDEX platform_invoices_processor_id ON platform_invoices (processor_id) WHERE processor_id IS NOT NULL;
CREATE INDEX platform_invoices_next_try ON platform_invoices (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX platform_invoices_due ON platform_invoices (due_at) WHERE status IN ('open', 'uncollectible') AND settled_at IS NULL;
CREATE INDEX platform_invoices_customer_id_idx ON platform_invoices (customer_id);

-- What one creator costs on an invoice, from a day on until another, which does not count.
CREATE TABLE platform_invoice_lines (
  invoice_id text NOT NULL REFERENCES platform_invoices (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  external_user_id text NOT NULL,
  starts date NOT NULL,
  ends date NOT NULL,
  cents integer NOT NULL CHECK (cents >= 0),
  PRIMARY KEY (invoice_id, account_id),
  CONSTRAINT platform_invoice_lines_days CHECK (starts < ends)
);
CREATE INDEX platform_invoice_lines_billed_until ON platform_invoice_lines (account_id, ends);

-- Who is held for an unpaid fee: for the sweep that restores them.
CREATE INDEX account_holds_platform_standing ON account_holds (account_id) WHERE kind = 'platform' AND lifted_at IS NULL;

-- migration 20261121162000_roster
-- The roster is searched by the beginning of an address or of the partner's own id, and narrowed by why somebody is suspended.
CREATE INDEX solo_accounts_email_prefix ON solo_accounts (partner_id, email text_pattern_ops);
CREATE INDEX solo_accounts_external_user_id_prefix ON solo_accounts (partner_id, external_user_id text_pattern_ops);
CREATE INDEX solo_accounts_suspend_reason ON solo_accounts (partner_id, suspend_reason, id) WHERE suspend_reason IS NOT NULL;

CREATE TYPE roster_change_kind AS ENUM ('deactivate', 'reactivate');

-- Many creators deactivated or reactivated together, by a job, one after another.
CREATE TABLE roster_changes (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind roster_change_kind NOT NULL,
  total integer NOT NULL CHECK (total > 0),
  -- How many were changed, how many were so already, and for how many it was refused.
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  started_by_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  request_id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT roster_changes_counts CHECK (changed + unchanged + refused <= total)
);
CREATE INDEX roster_changes_partner_id_id_idx ON roster_changes (partner_id, id);
CREATE UNIQUE INDEX roster_changes_one_unfinished ON roster_changes (partner_id) WHERE finished_at IS NULL;

-- Whom a change is still to reach (no code), and whom it was refused for (with the code). Whoever it has reached is gone.
CREATE TABLE roster_change_items (
  change_id text NOT NULL REFERENCES roster_changes (id) ON DELETE CASCADE ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  code text,
  PRIMARY KEY (change_id, account_id)
);
CREATE INDEX roster_change_items_waiting ON roster_change_items (change_id, account_id) WHERE code IS NULL;

-- migration 20261121162100_service_holds
-- The accounts that the service itself holds, for its custodians: few among all that are held for whatever reason.
CREATE INDEX account_holds_service_standing ON account_holds (id) WHERE kind = 'service' AND lifted_at IS NULL;

-- migration 20261121164000_creator_room
-- A name that is no longer used stays on record: what was published under it is found by it.
ALTER TABLE person_aliases ADD COLUMN retired_at timestamptz(3);

-- What a creator says in public of who keeps their records (28 CFR 75.6). This row is the draft and the switch; what was
-- published stands in the versions.
CREATE TABLE statements (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The end of the public address. Part of it is drawn by lot: no address is guessed, and choosing one tells of no other.
  slug text NOT NULL,
  display_name text NOT NULL,
  -- Null for all works of this creator.
  work_title text,
  produced_on date NOT NULL,
  indexable boolean NOT NULL DEFAULT false,
  -- The version that is public; null while none is.
  published_version integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT statements_shape CHECK (
    slug ~ '^([a-z0-9]+(-[a-z0-9]+)*-)?[a-z0-9]{10}$' AND length(slug) <= 60 AND length(display_name) BETWEEN 1 AND 100
    AND length(work_title) BETWEEN 1 AND 200 AND published_version > 0)
);
CREATE UNIQUE INDEX statements_slug_key ON statements (slug);

-- Each text that was public, as it was. Never changed, never erased.
CREATE TABLE statement_versions (
  user_id text NOT NULL REFERENCES statements (user_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  display_name text NOT NULL,
  work_title text,
  produced_on date NOT NULL,
  custodian_name text NOT NULL,
  custodian_title text NOT NULL,
  custodian_address text NOT NULL,
  custodian_hours text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, version)
);
ALTER TABLE statements ADD CONSTRAINT statements_published_version_fkey
  FOREIGN KEY (user_id, published_version) REFERENCES statement_versions (user_id, version);

CREATE FUNCTION statement_versions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was published is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_versions_stay';
END $$;
CREATE TRIGGER statement_versions_stay BEFORE UPDATE OR DELETE ON statement_versions FOR EACH ROW EXECUTE FUNCTION statement_versions_stay();
CREATE TRIGGER statement_versions_not_truncated BEFORE TRUNCATE ON statement_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- migration 20261121211900_content_stays_true
-- What a depiction is never changes: not whose it is, not what was sent of it, not what was declared. Only what became of it
-- does: its copy from `pending` to `stored`, its removal, a legal hold.
CREATE OR REPLACE FUNCTION depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.content_log_id, NEW.partner_id, NEW.account_id, NEW.external_content_id, NEW.content_url, NEW.title, NEW.content_type,
      NEW.platform, NEW.production_date, NEW.file_hash, NEW.copy_mime_type, NEW.copy_bytes, NEW.created_at) IS DISTINCT FROM
     (OLD.id, OLD.content_log_id, OLD.partner_id, OLD.account_id, OLD.external_content_id, OLD.content_url, OLD.title, OLD.content_type,
      OLD.platform, OLD.production_date, OLD.file_hash, OLD.copy_mime_type, OLD.copy_bytes, OLD.created_at) THEN
    RAISE EXCEPTION 'what a depiction is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.copy_state = 'stored' AND (NEW.copy_state, NEW.kept_key, NEW.kept_sha256, NEW.kept_at) IS DISTINCT FROM
     (OLD.copy_state, OLD.kept_key, OLD.kept_sha256, OLD.kept_at) THEN
    RAISE EXCEPTION 'a stored copy does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  IF OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.removed_by_kind, NEW.removed_by_id, NEW.removal_reason, NEW.removal_request_id)
     IS DISTINCT FROM (OLD.removed_at, OLD.removed_by_kind, OLD.removed_by_id, OLD.removal_reason, OLD.removal_request_id) THEN
    RAISE EXCEPTION 'a removal is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'depictions_stay_true';
  END IF;
  RETURN NEW;
END $$;

-- Nor does who appears in what. A clock that could be moved would guard nothing.
CREATE FUNCTION index_entries_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.depiction_id, NEW.user_id, NEW.partner_id, NEW.production_date) IS DISTINCT FROM
     (OLD.depiction_id, OLD.user_id, OLD.partner_id, OLD.production_date) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  IF NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an index entry does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  -- Written once, when the depiction is erased.
  IF OLD.title IS NOT NULL AND (NEW.title, NEW.content_url, NEW.external_content_id) IS DISTINCT FROM
     (OLD.title, OLD.content_url, OLD.external_content_id) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'index_entries_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER index_entries_stay_true BEFORE UPDATE ON index_entries FOR EACH ROW EXECUTE FUNCTION index_entries_stay_true();

-- As long as the depiction is there, for instance on a legal hold of its own, so is who appears in it.
CREATE OR REPLACE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.legal_hold OR seven_years_after(greatest(OLD.production_date, OLD.last_changed_at)) > now()
     OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;

-- migration 20261121214500_depiction_search
-- Search is filled behind the request: a record that was logged is put here, and from here into `depiction_search`. Neither key
-- nor index, so that this costs a request next to nothing.
CREATE TABLE depictions_to_search (depiction_id text NOT NULL) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What can be searched of a depiction. It stays when the depiction is erased, as long as an index entry is kept of it.
CREATE TABLE depiction_search (
  depiction_id text PRIMARY KEY,
  -- The order in which they came here, which is that of their logging but for a moment. What was found is listed in it.
  place bigint NOT NULL,
  partner_id text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  title text NOT NULL,
  content_url text NOT NULL,
  external_content_id text,
  -- What it is found by: its words, whose it is, when it was produced, in which part of the whole list it stands.
  marks text[] NOT NULL
);
CREATE SEQUENCE depiction_search_place OWNED BY depiction_search.place;
-- What waits to be put in order is read by every search: little may wait.
CREATE INDEX depiction_search_marks ON depiction_search USING gin (marks) WITH (gin_pending_list_limit = 512);

-- Every word of them that has no digit, by which it is found what words a part of a word stands in.
CREATE TABLE search_vocabulary (word text COLLATE "C" PRIMARY KEY);
CREATE INDEX search_vocabulary_part ON search_vocabulary USING gin (word gin_trgm_ops) WITH (gin_pending_list_limit = 128);

-- What is there already.
INSERT INTO depictions_to_search SELECT id FROM depictions ORDER BY id;

DROP INDEX depictions_search;
DROP INDEX depictions_url_prefix;
DROP INDEX depictions_external_prefix;

-- migration 20261121223600_import_differences
-- Rows whose record is in the log, but says something else there, or was taken down. Nothing is changed by them.
ALTER TABLE content_imports
  ADD COLUMN differing integer NOT NULL DEFAULT 0,
  ADD COLUMN taken_down integer NOT NULL DEFAULT 0;
ALTER TABLE content_import_findings
  DROP CONSTRAINT content_import_findings_outcome_check,
  ADD CONSTRAINT content_import_findings_outcome_check CHECK (outcome IN ('refused', 'repeated', 'differing', 'taken_down'));

-- migration 20261121225500_search_aside
-- A record that could not be put into the search waits here until then, so that it holds up no other.
ALTER TABLE depictions_to_search ADD COLUMN again_at timestamptz(3);

-- migration 20261121225600_told_changes
-- What changed for a partner, without the records themselves, of which a day may have any number.
CREATE INDEX ledger_entries_partner_changes ON ledger_entries (partner_id, seq)
  WHERE action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased');

-- migration 20261121225800_import_discarded
-- A checked file that nobody imports: thrown away by whoever checked it or, by itself, after some days.
ALTER TABLE content_imports ADD COLUMN discarded_at timestamptz(3),
  ADD CONSTRAINT content_imports_discarded CHECK (discarded_at IS NULL OR (dry_run AND status = 'done'));
CREATE INDEX content_imports_checked ON content_imports (finished_at) WHERE dry_run AND status = 'done' AND discarded_at IS NULL;

-- migration 20261122003500_served_days
-- The days on which a creator whom the platform pays for was active, once that has ended: the platform fee goes by days, and
-- whoever is not active on the day of an invoice has been active on others.
CREATE TABLE served_days (
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  first_day date NOT NULL,
  -- The last day counts.
  last_day date NOT NULL,
  PRIMARY KEY (account_id, last_day, first_day),
  CONSTRAINT served_days_in_order CHECK (first_day <= last_day)
);

-- When a partner was last let in again: the days on which it was not are not counted.
ALTER TABLE partners ADD COLUMN counted_since timestamptz(3);

-- For how many days a line charges. Not all of those from the first to the last, where a creator was away between.
ALTER TABLE platform_invoice_lines ADD COLUMN days integer;
UPDATE platform_invoice_lines SET days = ends - starts;
ALTER TABLE platform_invoice_lines ALTER COLUMN days SET NOT NULL,
  ADD CONSTRAINT platform_invoice_lines_charged_days CHECK (days > 0 AND days <= ends - starts);

-- migration 20261122005200_paid_twice
-- What a person paid for a second subscription beside the one that goes on. Written before the processor is asked to pay it
-- back, so that a process that dies on the way leaves nothing forgotten.
CREATE TABLE subscription_refunds (
  -- The processor's id of the second subscription.
  subscription_id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES payment_customers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  found_at timestamptz(3) NOT NULL,
  -- The processor's id of the refund; null where nothing had been paid.
  refund_id text,
  cents integer CHECK (cents >= 0),
  done_at timestamptz(3)
);
CREATE INDEX subscription_refunds_waiting ON subscription_refunds (customer_id) WHERE done_at IS NULL;

-- What the simulation sold, for when a processor that takes money is configured.
CREATE INDEX subscriptions_simulated ON subscriptions (user_id) WHERE driver = 'simulated' AND status IN ('active', 'past_due');

-- migration 20261122005600_lasting_marks
-- AlterTable
ALTER TABLE "solo_accounts" ADD COLUMN "begun_by_mail_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "roster_changes" ADD COLUMN "stopped_for" TEXT;

-- Visits are forgotten, the ledger's lines of them are not: whoever pressed the button behind an account's mail is in one of
-- the two. Only accounts that could be unlinked need it.
UPDATE "solo_accounts" a SET "begun_by_mail_at" = proven.at
FROM (
  SELECT id, min(at) AS at FROM (
    SELECT v."account_id" AS id, v."mailbox_proven_at" AS at FROM "onboarding_visits" v
    WHERE v."mailbox_proven_at" IS NOT NULL AND v."proven_by" = 'mail_link'
    UNION ALL
    SELECT o."id", l."at" FROM "solo_accounts" o
    CROSS JOIN LATERAL (
      SELECT "at" FROM "ledger_entries"
      WHERE "subject_kind" = 'solo_account' AND "subject_id" = o."id"
        AND "action" = 'onboarding.mailbox_proven' AND "reason" = 'mail_link'
    ) AS l
    WHERE o."user_id" IS NOT NULL AND o."verified_at" IS NULL
  ) AS either GROUP BY id
) AS proven
WHERE proven.id = a."id";

-- migration 20261122011700_narrow_search
-- A search reads many rows of which it keeps few: they hold nothing but what leads to a record, and its marks as numbers. What a
-- record says is read where it stands, in `depictions` or, once it is erased, in `index_entries`.
DROP INDEX depiction_search_marks;
TRUNCATE depiction_search;
ALTER TABLE depiction_search
  DROP COLUMN partner_id, DROP COLUMN production_date, DROP COLUMN title, DROP COLUMN content_url, DROP COLUMN external_content_id,
  ALTER COLUMN marks TYPE integer[] USING '{}';
-- What waits to be put in order is read by every search: little may wait.
CREATE INDEX depiction_search_marks ON depiction_search USING gin (marks) WITH (gin_pending_list_limit = 512);

-- Everything is put there anew, in the order in which it was logged.
TRUNCATE depictions_to_search;
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;

-- The few that could not be put there are counted where a custodian searches.
CREATE INDEX depictions_to_search_aside ON depictions_to_search (again_at) WHERE again_at IS NOT NULL;

-- migration 20261122012400_legal_holds
-- Why a record is kept beyond its clock: who placed a hold, when and why, and who lifted it. The flags `legal_hold` of
-- depictions and index entries, which guard against erasing, stand while a hold of theirs does.
CREATE TABLE legal_holds (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{25}$'),
  -- No foreign key: of a record that is erased, the index may still be held.
  depiction_id text NOT NULL,
  placed_by_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  placed_at timestamptz(3) NOT NULL,
  placed_reason text NOT NULL,
  lifted_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  lifted_at timestamptz(3),
  lifted_reason text,
  CONSTRAINT legal_holds_lifted_whole CHECK (num_nulls(lifted_by_id, lifted_at, lifted_reason) IN (0, 3))
);
CREATE INDEX legal_holds_depiction_id_id_idx ON legal_holds (depiction_id, id);
CREATE INDEX legal_holds_standing ON legal_holds (id) WHERE lifted_at IS NULL;

-- A hold is lifted once, and otherwise stays as it was placed.
CREATE FUNCTION legal_holds_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.lifted_at IS NOT NULL OR (NEW.id, NEW.depiction_id, NEW.placed_by_id, NEW.placed_at, NEW.placed_reason)
     IS DISTINCT FROM (OLD.id, OLD.depiction_id, OLD.placed_by_id, OLD.placed_at, OLD.placed_reason) THEN
    RAISE EXCEPTION 'a legal hold is lifted once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_holds_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER legal_holds_stay_true BEFORE UPDATE OR DELETE ON legal_holds FOR EACH ROW EXECUTE FUNCTION legal_holds_stay_true();
CREATE TRIGGER legal_holds_not_truncated BEFORE TRUNCATE ON legal_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- No code path and no console frees a record while a hold of it stands.
CREATE FUNCTION legal_hold_stands() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE held text := CASE TG_TABLE_NAME WHEN 'depictions' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'depiction_id' END;
BEGIN
  IF EXISTS (SELECT FROM legal_holds h WHERE h.depiction_id = held AND h.lifted_at IS NULL) THEN
    RAISE EXCEPTION 'a legal hold of this record stands' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_hold_stands';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER depictions_legal_hold_stands BEFORE UPDATE OF legal_hold ON depictions FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();
CREATE TRIGGER index_entries_legal_hold_stands BEFORE UPDATE OF legal_hold ON index_entries FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();

-- migration 20261122022100_folded_search
-- What is searched and what is typed are compared in lower case and without the marks of letters: whoever types "zoe angstrom"
-- finds "Zoë Ångström". Letters that are no marked ones of others are written as people without them on their keyboard do.
CREATE FUNCTION search_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(said) = length(said) THEN lower(said)
    ELSE replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g')), 'øłđðıς', 'olddiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

DROP INDEX identities_name_search;
DROP INDEX person_aliases_name_search;
CREATE INDEX identities_name_search ON identities USING gin (search_fold(legal_name) gin_trgm_ops);
CREATE INDEX person_aliases_name_search ON person_aliases USING gin (search_fold(name) gin_trgm_ops);

-- Where any record says more than plain letters, everything is put into the search anew, in the order in which it was logged.
DO $$
BEGIN
  IF EXISTS (SELECT FROM depictions WHERE octet_length(title) <> length(title) OR octet_length(content_url) <> length(content_url)
               OR octet_length(external_content_id) <> length(external_content_id))
    OR EXISTS (SELECT FROM index_entries WHERE octet_length(title) <> length(title) OR octet_length(content_url) <> length(content_url)
               OR octet_length(external_content_id) <> length(external_content_id)) THEN
    TRUNCATE depiction_search, search_vocabulary, depictions_to_search;
    INSERT INTO depictions_to_search (depiction_id)
    SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;
  END IF;
END $$;

-- migration 20261122042054_must_be_kept
-- Whether what was produced, or last changed, at that time must be kept: its seven years are not over, or a legal hold stops them.
CREATE FUNCTION must_be_kept(since timestamptz, legal_hold boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT legal_hold OR seven_years_after(since) > now()
$$;

CREATE OR REPLACE FUNCTION depictions_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(OLD.production_date, OLD.legal_hold) THEN
    RAISE EXCEPTION 'content records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
     OR EXISTS (SELECT FROM depictions d WHERE d.id = OLD.depiction_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;

-- migration 20261122053000_search_by_partner
-- What a partner looks for has marks of its own, beside those for everybody, and so have the words that a part of a word is looked up
-- in: everybody's ('') and each partner's. What others log must not keep a partner from finding its own.
DROP TABLE search_vocabulary;
CREATE TABLE search_vocabulary (whose text COLLATE "C", word text COLLATE "C", PRIMARY KEY (whose, word));
CREATE INDEX search_vocabulary_part ON search_vocabulary USING gin (whose, word gin_trgm_ops) WITH (gin_pending_list_limit = 128);

-- Words of erased records, which perhaps no other has.
CREATE TABLE search_words_in_doubt (whose text COLLATE "C", word text COLLATE "C", PRIMARY KEY (whose, word));

-- In which parts of the list there is something of each day of production, everybody's and each partner's: `part` counts 65,536 places.
DROP TABLE IF EXISTS search_day_parts;
CREATE TABLE search_day_parts (whose text COLLATE "C", part integer, day integer, PRIMARY KEY (whose, part, day));

-- Everything is put into the search anew, in the order in which it was logged.
TRUNCATE depiction_search, depictions_to_search;
SELECT setval('depiction_search_place', 1, false);
INSERT INTO depictions_to_search (depiction_id)
SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL ORDER BY 1;

-- migration 20261122090000_erased_in_lists
-- The custodian's lists, by day of production and by id, show what is erased between what is not: `title` is set when a depiction
-- is erased, so these hold nothing of any other.
CREATE INDEX index_entries_erased_production ON index_entries (production_date, depiction_id) WHERE title IS NOT NULL;
CREATE INDEX index_entries_erased ON index_entries (depiction_id) WHERE title IS NOT NULL;

-- migration 20261122100000_one_stripe
-- The simulated processor is gone, and with it what it sold. Where a customer of its has become one of Stripe's since, the
-- simulated one is over.
UPDATE payment_customers c SET gone_at = now(), look_again_at = NULL
WHERE driver = 'simulated' AND gone_at IS NULL AND EXISTS (
  SELECT FROM payment_customers s
  WHERE s.driver <> 'simulated' AND s.gone_at IS NULL AND (s.user_id = c.user_id OR s.partner_id = c.partner_id));
-- The others are looked at as soon as there is a worker. Nobody knows them any more, so what they paid for ends, and what
-- they owe is void, as if they had been deleted at the processor.
UPDATE payment_customers SET look_again_at = now() WHERE driver = 'simulated' AND gone_at IS NULL;

DROP INDEX payment_customers_user;
DROP INDEX payment_customers_partner;
DROP INDEX payment_customers_look_again;
ALTER TABLE payment_customers DROP COLUMN driver;
CREATE UNIQUE INDEX payment_customers_user ON payment_customers (user_id) WHERE user_id IS NOT NULL AND gone_at IS NULL;
CREATE UNIQUE INDEX payment_customers_partner ON payment_customers (partner_id) WHERE partner_id IS NOT NULL AND gone_at IS NULL;
CREATE INDEX payment_customers_look_again ON payment_customers (look_again_at) WHERE look_again_at IS NOT NULL;

DROP INDEX subscriptions_simulated;
ALTER TABLE subscriptions
  DROP CONSTRAINT subscriptions_processor,
  DROP COLUMN driver,
  ADD CONSTRAINT subscriptions_processor CHECK (
    num_nulls(processor_id, status, period_end) IN (0, 3) AND (grace_ends_at IS NULL OR status = 'past_due'));

DROP TABLE simulated_payment_objects;
DROP TABLE simulated_payment_keys;

-- migration 20261122140000_owners_functions
-- The service runs as a role that owns nothing. What only the owner may do, it asks for by functions that run as the owner:
-- each with a fixed search path, so that no caller decides what its names mean, and each for those alone who are granted it.

-- Lines are only ever appended, chained and numbered: nobody writes into the ledger itself.
ALTER FUNCTION ledger_append(smallint, jsonb) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION ledger_append(smallint, jsonb) FROM PUBLIC;

ALTER FUNCTION request_log_ensure_day(date) SECURITY DEFINER SET search_path = public, pg_temp;
REVOKE EXECUTE ON FUNCTION request_log_ensure_day(date) FROM PUBLIC;

-- Drops the request log of one day. A statement for each: it takes a brief lock on the whole log.
CREATE FUNCTION request_log_drop_day(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS public.%I', 'request_log_' || to_char(day, 'YYYYMMDD'));
END $$;
REVOKE EXECUTE ON FUNCTION request_log_drop_day(date) FROM PUBLIC;

-- Guards that look into other tables always look into the real ones.
ALTER FUNCTION identity_checks_keep_seven_years() SET search_path = public, pg_temp;
ALTER FUNCTION identity_photos_are_evidence() SET search_path = public, pg_temp;
ALTER FUNCTION person_keys_keep() SET search_path = public, pg_temp;
ALTER FUNCTION legal_hold_stands() SET search_path = public, pg_temp;
ALTER FUNCTION index_entries_keep_seven_years() SET search_path = public, pg_temp;

-- A clock that could be moved would guard nothing.
CREATE FUNCTION identities_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS DISTINCT FROM OLD.user_id OR NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an identity does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'identities_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER identities_stay_true BEFORE UPDATE ON identities FOR EACH ROW EXECUTE FUNCTION identities_stay_true();

-- migration 20261122140100_sealed_facts
-- What an ID says beside the name is sealed under the person's key, as the photos are. SQL cannot seal: `migrate` does, right
-- after this migration and before the next one, which drops the columns that it emptied.
ALTER TABLE identity_checks ADD COLUMN facts bytea;
ALTER TABLE identity_checks DROP CONSTRAINT identity_checks_complete, ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND num_nonnulls(facts, birth_date) > 0 AND submitted_at IS NOT NULL));
ALTER TABLE identities ALTER COLUMN birth_date DROP NOT NULL;

-- A decided check never changes, but that once for what it holds to be sealed.
CREATE OR REPLACE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE emptied text[] := '{facts,birth_date,document_type,document_country,document_expiry}';
BEGIN
  IF OLD.status IN ('approved', 'rejected') AND NOT (OLD.facts IS NULL AND NEW.facts IS NOT NULL
     AND num_nonnulls(NEW.birth_date, NEW.document_type, NEW.document_country, NEW.document_expiry) = 0
     AND to_jsonb(OLD) - emptied = to_jsonb(NEW) - emptied) THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;

-- migration 20261122140200_facts_sealed_alone
-- Everything is sealed by now. Whoever migrates by other means than `npm start` is told to let it do this part.
DO $$
BEGIN
  IF EXISTS (SELECT FROM identity_checks WHERE num_nonnulls(birth_date, document_type, document_country, document_expiry) > 0)
     OR EXISTS (SELECT FROM identities WHERE num_nonnulls(birth_date, document_expiry) > 0) THEN
    RAISE EXCEPTION 'birth dates and documents wait to be sealed, which only npm start can do: run it once with this version';
  END IF;
END $$;

ALTER TABLE identity_checks DROP CONSTRAINT identity_checks_complete, ADD CONSTRAINT identity_checks_complete CHECK (
  status = 'draft' OR (legal_name IS NOT NULL AND facts IS NOT NULL AND submitted_at IS NOT NULL));
ALTER TABLE identity_checks DROP COLUMN birth_date, DROP COLUMN document_type, DROP COLUMN document_country, DROP COLUMN document_expiry;
ALTER TABLE identities DROP COLUMN birth_date, DROP COLUMN document_expiry;
DROP TYPE document_type;

CREATE OR REPLACE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('approved', 'rejected') THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;

-- migration 20261122140300_storage_keys
-- Keys under which objects on the disk are sealed. Wrapped anew when the master key changes, and otherwise never changed: to
-- lose one is to lose what it seals.
CREATE TABLE storage_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-z]{25}$'),
  wrapped_key bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE FUNCTION storage_keys_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.created_at) THEN
    RAISE EXCEPTION 'the key of stored objects is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER storage_keys_stay BEFORE UPDATE OR DELETE ON storage_keys FOR EACH ROW EXECUTE FUNCTION storage_keys_stay();
CREATE TRIGGER storage_keys_not_truncated BEFORE TRUNCATE ON storage_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- migration 20261122152545_spent_challenges
-- CreateTable
CREATE TABLE "spent_challenges" (
    "challenge" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_challenges_pkey" PRIMARY KEY ("challenge")
);

-- migration 20261122152826_sign_in_networks
-- AlterTable
ALTER TABLE "verification_tokens" ADD COLUMN     "network" TEXT;

-- migration 20261122153246_search
-- Search on PostgreSQL's own trigram index, in one table, instead of an index of our own.
DROP TABLE depiction_search, depictions_to_search, search_vocabulary, search_words_in_doubt, search_day_parts;
-- Custodians' lists now read erased records from search_records.
DROP INDEX index_entries_erased, index_entries_erased_production;

CREATE TYPE search_kind AS ENUM ('depiction');

CREATE TABLE search_records (
  kind search_kind NOT NULL,
  id text NOT NULL,
  partner_id text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  erased boolean NOT NULL,
  text text NOT NULL,
  external_id text,
  url_hash bytea,
  file_hash bytea,
  CONSTRAINT search_records_pkey PRIMARY KEY (kind, id)
);
-- Every search also reads what waits to be sorted into the index, so little may wait.
CREATE INDEX search_records_text ON search_records USING gin (partner_id text_ops, text gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
CREATE INDEX search_records_partner ON search_records (kind, partner_id, id);
CREATE INDEX search_records_production ON search_records (kind, production_date, id);
CREATE INDEX search_records_external_id ON search_records (external_id, partner_id);
CREATE INDEX search_records_url ON search_records (url_hash, partner_id);
CREATE INDEX search_records_file ON search_records (file_hash, partner_id) WHERE file_hash IS NOT NULL;
-- Stored copies are found by their hash where it stands: most are stored after their record was written here.
CREATE INDEX depictions_kept_sha256 ON depictions (kept_sha256, partner_id) WHERE kept_sha256 IS NOT NULL;

CREATE TABLE search_queue (
  kind search_kind NOT NULL,
  record_id text NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- The LIKE pattern for text that holds a word. Escaped after folding: a letter may fold to a sign of patterns.
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(search_fold(word), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- Every record, the newest first, so that those are found first.
INSERT INTO search_queue (kind, record_id)
SELECT 'depiction', id FROM (SELECT id FROM depictions UNION SELECT depiction_id FROM index_entries WHERE title IS NOT NULL) AS r
ORDER BY id DESC;

-- migration 20261122170000_ledger_times
-- A line stays for ever, so none may have a time that no page can show. What is there already is not read again.
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_at_shown
  CHECK (at >= '0001-01-01 00:00:00Z' AND at < '10000-01-01 00:00:00Z') NOT VALID;
