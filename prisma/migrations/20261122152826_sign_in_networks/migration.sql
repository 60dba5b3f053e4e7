-- AlterTable
ALTER TABLE "verification_tokens" ADD COLUMN     "network" TEXT;
